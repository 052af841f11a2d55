import { BusinessError } from '../../core/errors/expected-errors.ts';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import { beginOf, budgetVariables, countCommands, readUse, usualBegins, WARNING } from './command-budgets.ts';
import { waitingAt } from '../approvals/ask-approval.ts';
import { countRows } from '../../core/store/count-rows.ts';
import { DAY, isoTime, MINUTE } from '../../core/time/clock.ts';
import { mayDecide, usesApprovals } from '../approvals/decide-approval.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import type { ApiModule } from '../../core/module.ts';
import { schema } from './schema.ts';

/** Lists accounts whose sending is paused, then those that have nearly used their day's budget (C10, C11). */
async function accountsToWatch({ db, platform }: CallContext) {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('command_pauses', (join) =>
      join.onRef('command_pauses.account_id', '=', 'accounts.id').on('lifted_at', 'is', null),
    )
    .leftJoin('command_counts', (join) =>
      join
        .onRef('command_counts.id', '=', 'accounts.id')
        .on('kind', '=', 'account')
        .on('begins_at', '=', beginOf(platform.clock.now(), DAY)),
    )
    .select(['email', 'paused_at', 'why', 'commands'])
    .where('closed_at', 'is', null)
    .where((where) =>
      where.or([
        where('paused_at', 'is not', null),
        where('commands', '>=', Math.ceil(platform.budgets.budgets['account-day'] * WARNING)),
      ]),
    )
    .orderBy('paused_at', (order) => order.asc().nullsLast())
    .execute();
  return rows.map(({ email, paused_at, why, commands }) => ({
    account: email,
    pausedAt: paused_at ?? '',
    why: why ?? '',
    inDay: commands,
  }));
}

/** Reports what the caller sent today, and whether they are paused; for superadmins also accounts to watch. */
const commandUse: Service<'commandUse'> = async (context) => {
  const { db, platform, actor } = context;
  const now = platform.clock.now();
  const { budgets } = platform.budgets;
  const use = await readUse(db, actor.accountId, now);
  const isSuperadmin = actor.userlevel === 'SUPERADMIN';
  const ofOthers = waitingAt(db, isoTime(now)).where('account_id', '<>', actor.accountId);
  return {
    pausedAt: use.pausedAt ?? '',
    inDay: use.account,
    dayBudget: budgets['account-day'],
    allInDay: isSuperadmin ? use.deployment : null,
    allDayBudget: isSuperadmin ? budgets['deployment-day'] : null,
    waiting: mayDecide(actor) ? await countRows(ofOthers) : null,
    approvals: (await usesApprovals(context)) ? 'yes' : '',
    items: isSuperadmin ? await accountsToWatch(context) : [],
  };
};

/** Lifts the pause of an account; for a day, no rise pauses it again (C11). */
const liftCommandPause: Service<'liftCommandPause'> = async ({ db, platform }, { email }) => {
  const account = await findAccountByEmail(db, email.trim().toLowerCase());
  const lifted = await db
    .updateTable('command_pauses')
    .set({ lifted_at: isoTime(platform.clock.now()) })
    .where('account_id', '=', account?.id ?? 0)
    .where('lifted_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  if (!account || !lifted) throw new BusinessError('Sending is not paused for this account. Please reload the page.');
  return { message: `${account.email} may send again` };
};

/** Limits the commands of an account, a key and all together, and pauses an account at a sudden rise (C10, C11). */
export const budgets = {
  name: 'budgets',
  schema,
  services: { commandUse, liftCommandPause },
  variables: budgetVariables,
  housekeeping: {
    async 'counts of commands'({ db, clock }) {
      const now = clock.now();
      await db
        .deleteFrom('command_counts')
        .where((where) =>
          where.or([
            where('begins_at', '<', usualBegins(now)),
            where.and([where('kind', '=', 'minute'), where('begins_at', '<', beginOf(now, MINUTE))]),
          ]),
        )
        .execute();
    },
  },
  beforeSend: { count: countCommands },
} as const satisfies ApiModule;
