import { BusinessError } from '../../core/errors/expected-errors.ts';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import { busyAccounts, countedHours, findPause, liftPause, pausedAccounts } from './command-counts.ts';
import { countWaiting } from '../approvals/approval-rows.ts';
import { isoTime } from '../../core/time/clock.ts';
import { mayDecide, usesApprovals } from '../approvals/decide-approval.ts';
import { dayBegins } from './budget-rules.ts';
import { WARNING } from './command-budgets.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';

/** Lists accounts whose sending is paused, and those that have nearly used their daily budget (C10, C11). */
async function accountsToWatch({ db, platform }: CallContext) {
  const from = dayBegins(platform.clock.now());
  const budget = platform.budgets.budgets['account-day'];
  const busy = new Map((await busyAccounts(db, from, Math.ceil(budget * WARNING))).map((row) => [row.email, row]));
  const paused = await pausedAccounts(db);
  const held = new Set(paused.map(({ email }) => email));
  return [
    ...paused.map(({ email, paused_at, why }) => ({
      ...{ account: email, pausedAt: paused_at, why },
      inDay: busy.get(email)?.commands ?? null,
    })),
    ...[...busy.values()]
      .filter(({ email }) => !held.has(email))
      .map(({ email, commands }) => ({ account: email, pausedAt: '', why: '', inDay: commands })),
  ];
}

/** Reports what the caller sent in 24 hours, and whether they are paused; for superadmins also accounts to watch. */
export const commandUse: Service<'commandUse'> = async (context) => {
  const { db, platform, actor } = context;
  const from = dayBegins(platform.clock.now());
  const pause = await findPause(db, actor.accountId);
  const hours = await countedHours(db, actor, from);
  const inDay = (of: 'account' | 'deployment') => hours.reduce((sum, hour) => sum + hour[of], 0);
  const isSuperadmin = actor.userlevel === 'SUPERADMIN';
  return {
    status: 'success',
    message: '',
    pausedAt: pause?.lifted_at === null ? pause.paused_at : '',
    inDay: inDay('account'),
    dayBudget: platform.budgets.budgets['account-day'],
    allInDay: isSuperadmin ? inDay('deployment') : null,
    allDayBudget: isSuperadmin ? platform.budgets.budgets['deployment-day'] : null,
    waiting: mayDecide(actor) ? await countWaiting(db, actor.accountId, isoTime(platform.clock.now())) : null,
    approvals: (await usesApprovals(context)) ? 'yes' : '',
    items: isSuperadmin ? await accountsToWatch(context) : [],
  };
};

/** Lifts the pause of an account; for a day, no rise pauses it again (C11). */
export const liftCommandPause: Service<'liftCommandPause'> = async ({ db, platform, actor }, { email }) => {
  const account = await findAccountByEmail(db, email.trim().toLowerCase());
  const at = isoTime(platform.clock.now());
  if (!account || !(await liftPause(db, account.id, at, actor.email)))
    throw new BusinessError('Sending is not paused for this account. Please reload the page.');
  return { status: 'success', message: `${account.email} may send again` };
};
