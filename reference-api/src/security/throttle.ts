import { isoAfter, isoTime, MINUTE, type Clock } from '../clock.ts';
import { TooManyRequests } from '../http/request-errors.ts';
import { countAttempt, forgetAttempts, uncountAttempt } from '../store/attempts.ts';
import type { Database } from '../store/store.ts';

const WINDOW = 15 * MINUTE;

/** How many attempts of one purpose a window of 15 minutes allows. */
interface AttemptLimits {
  readonly purpose: 'login' | 'forgot' | 'reset';
  readonly perAccount: number;
  readonly perAddress: number;
}

export const loginLimits: AttemptLimits = { purpose: 'login', perAccount: 10, perAddress: 100 };
export const forgotLimits: AttemptLimits = { purpose: 'forgot', perAccount: 5, perAddress: 30 };
export const resetLimits: AttemptLimits = { purpose: 'reset', perAccount: 10, perAddress: 30 };

function subjectsOf(limits: AttemptLimits, account: string, address: string) {
  return [
    { subject: `${limits.purpose} account ${account}`, limit: limits.perAccount },
    { subject: `${limits.purpose} address ${address}`, limit: limits.perAddress },
  ];
}

/** Counts an attempt before its outcome is known, so that attempts at the same time count too. Throws TooManyRequests. */
export async function admitAttempt(db: Database, clock: Clock, limits: AttemptLimits, account: string, address: string): Promise<void> {
  const now = clock.now();
  for (const { subject, limit } of subjectsOf(limits, account, address)) {
    const { attempts, windowEndsAt } = await countAttempt(db, subject, isoTime(now), isoAfter(now, WINDOW));
    if (attempts > limit) throw new TooManyRequests(Math.max(1, Math.ceil((Date.parse(windowEndsAt) - now.getTime()) / 1000)));
  }
}

/** A rightful attempt clears its account's count and takes back its own at the address. */
export async function settleAttempt(db: Database, limits: AttemptLimits, account: string, address: string): Promise<void> {
  await forgetAttempts(db, `${limits.purpose} account ${account}`);
  await uncountAttempt(db, `${limits.purpose} address ${address}`);
}
