import { commandList } from '@device-console/shared-lib/contract';
import type { ExpressionBuilder } from 'kysely';
import { ALL_INTERFACES } from '../../core/store/commands.ts';
import type { Schema } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** A stretch of time as the store keeps times: its first moment included, its last excluded. */
export interface Stretch {
  readonly from: string;
  readonly before: string;
}

/** How many registrations, enrolments and releases a stretch of time has. */
export async function deviceEventsIn(db: Database, { from, before }: Stretch) {
  const registrations = await db
    .selectFrom('registrations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  const enrolments = await db
    .selectFrom('enrolments')
    .select((select) => ['action', select.fn.countAll<number>().as('count')])
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .groupBy('action')
    .execute();
  const releases = await db
    .selectFrom('releases')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  const enrolled = (action: 'DE-ENROLLED' | 'RE-REGISTERED') =>
    enrolments.find((row) => row.action === action)?.count ?? 0;
  return {
    registered: registrations.count,
    reregistered: enrolled('RE-REGISTERED'),
    deenrolled: enrolled('DE-ENROLLED'),
    released: releases.count,
  };
}

/** All that a report can be; '' where the provider has a command that nobody here knows. */
const allReports = ['', ...new Set(commandList.flatMap(({ variants }) => variants.map(({ report }) => report)))];

/**
 * Commands of a stretch of time, of one account or of all: whatever they are, but said, because their index begins with
 * it. Every column that is asked for stands there.
 */
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

/** How many commands of a stretch of time have come how far. */
export function commandsByStatus(db: Database, accountId: number | null, stretch: Stretch) {
  return commandsIn(db, accountId, stretch)
    .select((select) => ['status', select.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
}

/**
 * Of each report, the commands of a stretch that failed, expired or are of unknown outcome, or were sent before
 * `askedBefore` without an answer.
 */
export function commandsInTrouble(db: Database, accountId: number | null, stretch: Stretch, askedBefore: string) {
  const isUnanswered = (where: ExpressionBuilder<Schema, 'commands'>) =>
    where.and([where('status', '=', 'sent'), where('created_at', '<', askedBefore)]);
  return commandsIn(db, accountId, stretch)
    .where((where) => where.or([where('status', 'in', ['failed', 'expired', 'unknown']), isUnanswered(where)]))
    .select((select) => ['report', 'status', select.fn.countAll<number>().as('count')])
    .groupBy(['report', 'status'])
    .execute();
}

/** The newest commands that an account sent by hand, newest first. */
export function newestByHand(db: Database, accountId: number, limit: number) {
  return db
    .selectFrom('commands')
    .select(['created_at', 'action', 'imei', 'status'])
    .where('account_id', '=', accountId)
    .where('interface', '=', 'S')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
