import { DAY, isoAfter, isoTime, MINUTE, type Clock } from '../time/clock.ts';
import { TooManyRequests } from '../errors/request-errors.ts';
import { forgetAttempts, isRemembered, rememberSubject, uncountAttempt } from '../store/attempts.ts';
import { inTransaction, type Database } from '../store/store.ts';
import { countInDatabase, countsInMemory } from './counts.ts';
import { clientNetworkOf } from './networks.ts';

const WINDOW = 15 * MINUTE;
/** How long an address counts as an account's own after a login from it. */
const OWN_ADDRESS_TIME = 30 * DAY;
const SUBJECT_LENGTH = 200;

/** In 15 minutes. `account` does not count own addresses: nobody uses up an operator's attempts at their own desk. */
export interface AttemptLimits {
  readonly purpose: 'login' | 'forgot' | 'reset' | 'key' | 'password' | 'sign-on' | 'factor';
  readonly address: number;
  readonly pair: number;
  readonly account: number;
}

const unlimited = Number.POSITIVE_INFINITY;

export const loginLimits: AttemptLimits = { purpose: 'login', address: 100, pair: 10, account: 50 };
export const forgotLimits: AttemptLimits = { purpose: 'forgot', address: 30, pair: 5, account: 15 };
export const resetLimits: AttemptLimits = { purpose: 'reset', address: 30, pair: 10, account: 10 };
export const keyLimits: AttemptLimits = { purpose: 'key', address: 30, pair: 10, account: 10 };
export const passwordLimits: AttemptLimits = { purpose: 'password', address: 30, pair: 10, account: 10 };
/** For logins at the identity provider, each of which counts twice; it limits attempts per account itself. */
export const signOnLimits: AttemptLimits = { purpose: 'sign-on', address: 400, pair: unlimited, account: unlimited };
/** For codes and other proofs of identity, by callers who know the password or have a session. */
export const factorLimits: AttemptLimits = { purpose: 'factor', address: 30, pair: 10, account: 20 };

export function identityOf(accountId: number): string {
  return `id ${accountId}`;
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

/** What this server failed to check, by subject and window, and does not count. In memory: the database failed. */
export const createFailedAttempts = countsInMemory;
export type FailedAttempts = ReturnType<typeof createFailedAttempts>;

/** Counts before the outcome is known, so that simultaneous attempts count too. Throws TooManyRequests. */
export async function countAttemptWithin(
  db: Database,
  clock: Clock,
  limits: AttemptLimits,
  account: string,
  address: string,
  failed?: FailedAttempts,
): Promise<readonly string[]> {
  const subjects = subjectsOf(limits, account, address);
  const counted: string[] = [];
  const refused = await inTransaction(db, async (tx) => {
    const own = await isRemembered(tx, subjects.own, isoTime(clock.now()));
    // In the order in which they are locked.
    for (const kind of ['address', 'pair', 'account'] as const) {
      const subject = subjects[kind];
      const most = kind === 'account' && own ? unlimited : limits[kind];
      const { excess, windowEndsAt, retryAfterSeconds } = await countInDatabase(tx, clock, subject, {
        most,
        window: WINDOW,
      });
      const inWindow = `${subject} until ${windowEndsAt}`;
      counted.push(inWindow);
      const without = excess - (failed?.countOf(inWindow) ?? 0);
      if (without > 0) return new TooManyRequests(retryAfterSeconds, without);
    }
    return undefined;
  });
  // The counts are committed first.
  if (refused) throw refused;
  return counted;
}

/** It does not count, and makes the address the account's own. Locks rows in the order of counting. */
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
