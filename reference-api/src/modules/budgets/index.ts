import { sql } from 'kysely';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import {
  countedHours,
  findPause,
  dayBegins,
  budgetVariables,
  usualBegins,
  WARNING,
  keepBudgets,
} from './command-budgets.ts';
import { waitingAt } from '../approvals/ask-approval.ts';
import { countRows } from '../../core/store/count-rows.ts';
import { isoTime } from '../../core/time/clock.ts';
import { mayDecide, usesApprovals } from '../approvals/decide-approval.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import type { ApiModule } from '../../core/module.ts';

/** Lists accounts whose sending is paused, and those that have nearly used their daily budget (C10, C11). */
async function accountsToWatch({ db, platform }: CallContext) {
  const from = dayBegins(platform.clock.now());
  const budget = platform.budgets.budgets['account-day'];
  const total = sql<number>`cast(coalesce(sum(commands), 0) as bigint)`;
  const busiest = await db
    .selectFrom('command_counts')
    .innerJoin('accounts', 'accounts.id', 'command_counts.id')
    .select(['accounts.email', total.as('commands')])
    .where('kind', '=', 'account')
    .where('hour', '>=', from)
    .groupBy('accounts.email')
    .having(total, '>=', Math.ceil(budget * WARNING))
    .execute();
  const paused = await db
    .selectFrom('command_pauses')
    .innerJoin('accounts', 'accounts.id', 'command_pauses.account_id')
    .select(['accounts.email', 'command_pauses.paused_at', 'command_pauses.why'])
    .where('command_pauses.lifted_at', 'is', null)
    .where('accounts.closed_at', 'is', null)
    .orderBy('command_pauses.paused_at')
    .execute();
  const busy = new Map(busiest.map((row) => [row.email, row]));
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
const commandUse: Service<'commandUse'> = async (context) => {
  const { db, platform, actor } = context;
  const from = dayBegins(platform.clock.now());
  const pause = await findPause(db, actor.accountId);
  const hours = await countedHours(db, actor, from);
  const inDay = (of: 'account' | 'deployment') => hours.reduce((sum, hour) => sum + hour[of], 0);
  const isSuperadmin = actor.userlevel === 'SUPERADMIN';
  const ofOthers = waitingAt(db, isoTime(platform.clock.now())).where('account_id', '<>', actor.accountId);
  return {
    status: 'success',
    message: '',
    pausedAt: pause?.lifted_at === null ? pause.paused_at : '',
    inDay: inDay('account'),
    dayBudget: platform.budgets.budgets['account-day'],
    allInDay: isSuperadmin ? inDay('deployment') : null,
    allDayBudget: isSuperadmin ? platform.budgets.budgets['deployment-day'] : null,
    waiting: mayDecide(actor) ? await countRows(ofOthers) : null,
    approvals: (await usesApprovals(context)) ? 'yes' : '',
    items: isSuperadmin ? await accountsToWatch(context) : [],
  };
};

/** Lifts the pause of an account; for a day, no rise pauses it again (C11). */
const liftCommandPause: Service<'liftCommandPause'> = async ({ db, platform, actor }, { email }) => {
  const account = await findAccountByEmail(db, email.trim().toLowerCase());
  const lifted = await db
    .updateTable('command_pauses')
    .set({ lifted_at: isoTime(platform.clock.now()), lifted_by: actor.email })
    .where('account_id', '=', account?.id ?? 0)
    .where('lifted_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  if (!account || !lifted) throw new BusinessError('Sending is not paused for this account. Please reload the page.');
  return { status: 'success', message: `${account.email} may send again` };
};

/** Limits the commands of an account, a key and all together, and pauses an account at a sudden rise (C10, C11). */
export const budgets = {
  name: 'budgets',
  services: { commandUse, liftCommandPause },
  variables: budgetVariables,
  housekeeping: {
    async 'counts of commands'({ db, clock }) {
      await db.deleteFrom('command_counts').where('hour', '<', usualBegins(clock.now())).execute();
    },
  },
  beforeSend: keepBudgets,
} as const satisfies ApiModule;
