import {
  type BodyOf,
  type calls,
  commandList,
  type CommandState,
  commandStates,
  mayAccess,
} from '@device-console/shared-lib/contract';
import type { ExpressionBuilder } from 'kysely';
import type { Actor } from '../calls/context.ts';
import { ALL_INTERFACES } from '../store/commands.ts';
import type { Schema } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { DAY, HOUR, isoAfter } from '../time/clock.ts';
import type { dayRange } from '../time/time-zone.ts';

export function countsOfStates(rows: readonly { readonly status: CommandState; readonly count: number }[]) {
  const of = (state: CommandState) =>
    rows.reduce((sum, { status, count }) => (status === state ? sum + count : sum), 0);
  return Object.fromEntries(commandStates.map((state) => [state, of(state)])) as Record<CommandState, number>;
}

export function commandsByStatus(db: Database, accountId: number | null, stretch: Stretch) {
  return commandsIn(db, accountId, stretch)
    .select((select) => ['status', select.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
}

/** A time range in the store's format: includes `from`, excludes `before`. */
export type Stretch = ReturnType<typeof dayRange>;

/** Every report; '' is for a provider's command that this version does not know. */
const allReports = ['', ...new Set(commandList.flatMap(({ variants }) => variants.map(({ report }) => report)))];

/** Selects commands of a time range. Names all reports or interfaces: the index has them before the time. */
function commandsIn(db: Database, accountId: number | null, { from, before }: Stretch) {
  return db
    .selectFrom('commands')
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .$if(accountId === null, (query) => query.where('report', 'in', allReports))
    .$if(accountId !== null, (query) =>
      query.where('account_id', '=', accountId ?? 0).where('interface', 'in', ALL_INTERFACES),
    );
}

export type Trouble = NonNullable<BodyOf<typeof calls.deviceList>['trouble']>;

/** The state of a command in trouble. An unanswered one is `sent`, and was requested long ago. */
export const stateOfTrouble = {
  failed: 'failed',
  unanswered: 'sent',
  expired: 'expired',
  unknown: 'unknown',
} as const satisfies Readonly<Record<Trouble, string>>;

/** Returns the account whose commands an operator sees: null (everyone's) if they may see reports, else their own. */
export function accountSeenBy(actor: Actor): number | null {
  return mayAccess(actor, { permission: 'Reports' }) ? null : actor.accountId;
}

export function commandsInTrouble(db: Database, accountId: number | null, now: Date) {
  const isUnanswered = (where: ExpressionBuilder<Schema, 'commands'>) =>
    where.and([where('status', '=', 'sent'), where('created_at', '<', isoAfter(now, -HOUR))]);
  return commandsIn(db, accountId, { from: isoAfter(now, -DAY), before: isoAfter(now, 1) }).where((where) =>
    where.or([where('status', 'in', ['failed', 'expired', 'unknown']), isUnanswered(where)]),
  );
}
