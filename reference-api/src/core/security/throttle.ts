import { DAY, isoAfter, isoTime, MINUTE, secondsUntil, type Clock } from '../time/clock.ts';
import { TooManyRequests } from '../errors/request-errors.ts';
import { countAttempt, forgetAttempts, isRemembered, rememberSubject, uncountAttempt } from '../store/attempts.ts';
import { inTransaction, type Database } from '../store/store.ts';
import { clientNetworkOf } from './networks.ts';
import type { FailedAttempts } from './failed-attempts.ts';

const WINDOW = 15 * MINUTE;
/** How long an address counts as an account's own after a login from it. */
const OWN_ADDRESS_TIME = 30 * DAY;
const SUBJECT_LENGTH = 200;

/**
 * Attempts of one purpose in 15 minutes: from one address, for one account from one address, and for one account from
 * all addresses that it has not logged in from. So nobody can use up an operator's attempts at their own desk.
 */
export interface AttemptLimits {
  readonly purpose: 'login' | 'forgot' | 'reset' | 'key' | 'password' | 'sign-on' | 'factor';
  readonly perAddress: number;
  readonly perAccountAndAddress: number;
  readonly perAccount: number;
}

const limits = (
  purpose: AttemptLimits['purpose'],
  ...[perAddress, perAccountAndAddress, perAccount]: readonly [number, number, number]
): AttemptLimits => ({ purpose, perAddress, perAccountAndAddress, perAccount });

const unlimited = Number.POSITIVE_INFINITY;

export const loginLimits = limits('login', 100, 10, 50);
export const forgotLimits = limits('forgot', 30, 5, 15);
export const resetLimits = limits('reset', 30, 10, 10);
export const keyLimits = limits('key', 30, 10, 10);
/** Limits attempts to change one's own password, with the present one. */
export const passwordLimits = limits('password', 30, 10, 10);
/** For logins at the identity provider, each of which counts twice; it limits attempts per account itself. */
export const signOnLimits = limits('sign-on', 400, unlimited, unlimited);
/** For codes and other proofs of identity, by callers who know the password or have a session. */
export const factorLimits = limits('factor', 30, 10, 20);

/** The same whether e-mail or phone was typed. */
export function identityOf(accountId: number): string {
  return `id ${accountId}`;
}

/** Counts attempts for a name without an account; it cannot be confused with one. */
export function strangerOf(typed: string): string {
  return `name ${typed}`;
}

function subjectsOf({ purpose }: AttemptLimits, account: string, address: string) {
  const [name, network] = [account.slice(0, SUBJECT_LENGTH), clientNetworkOf(address)];
  return {
    address: `${purpose} address ${network}`,
    pair: `${purpose} ${network} account ${name}`,
    account: `${purpose} account ${name}`,
    own: `own ${network} account ${name}`,
  };
}

/** A counted attempt, with each of its subjects. */
export type Counted = readonly { readonly subject: string; readonly windowEndsAt: string }[];

/**
 * Counts an attempt before its outcome is known, so that simultaneous attempts count too. Throws TooManyRequests. An
 * attempt refused for its address does not count against the account.
 */
export async function countAttemptWithin(
  db: Database,
  clock: Clock,
  limits: AttemptLimits,
  account: string,
  address: string,
  failed?: FailedAttempts,
): Promise<Counted> {
  const now = clock.now();
  const at = isoTime(now);
  const subjects = subjectsOf(limits, account, address);
  const counted: { subject: string; windowEndsAt: string }[] = [];
  for (const subject of [subjects.address, subjects.pair, subjects.account]) await failed?.takeBack(db, subject, at);
  const refused = await inTransaction(db, async (tx) => {
    const own = await isRemembered(tx, subjects.own, at);
    const rows = [
      [subjects.address, limits.perAddress],
      [subjects.pair, limits.perAccountAndAddress],
      [subjects.account, own ? Number.POSITIVE_INFINITY : limits.perAccount],
    ] as const;
    for (const [subject, limit] of rows) {
      const { attempts, windowEndsAt } = await countAttempt(tx, subject, at, isoAfter(now, WINDOW));
      counted.push({ subject, windowEndsAt });
      if (attempts > limit) return { excess: attempts - limit, windowEndsAt };
    }
    return undefined;
  });
  if (refused) throw new TooManyRequests(secondsUntil(refused.windowEndsAt, now), refused.excess);
  return counted;
}

/**
 * A legitimate attempt does not count, clears its account's count at its address, and makes the address one of the
 * account's own. Locks rows in the order of counting.
 */
export async function forgetRightfulAttempt(
  db: Database,
  clock: Clock,
  limits: AttemptLimits,
  account: string,
  address: string,
): Promise<void> {
  const subjects = subjectsOf(limits, account, address);
  await inTransaction(db, async (tx) => {
    await uncountAttempt(tx, subjects.address);
    await forgetAttempts(tx, subjects.pair);
    await uncountAttempt(tx, subjects.account);
    await rememberSubject(tx, subjects.own, isoAfter(clock.now(), OWN_ADDRESS_TIME));
  });
}
