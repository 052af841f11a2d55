import { commandList } from '@device-console/shared-lib/contract';
import type { ExpressionBuilder } from 'kysely';
import { ALL_INTERFACES } from '../../core/store/commands.ts';
import type { Schema } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** A time range in the store's format: includes `from`, excludes `before`. */
export interface Stretch {
  readonly from: string;
  readonly before: string;
}

/** Every report; '' is for a provider's command that this version does not know. */
const allReports = ['', ...new Set(commandList.flatMap(({ variants }) => variants.map(({ report }) => report)))];

/**
 * Commands of a time range, of one account or of all. Lists all reports or interfaces, because that column comes before
 * the time in the index.
 */
export function commandsIn(db: Database, accountId: number | null, { from, before }: Stretch) {
  return db
    .selectFrom('commands')
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .$if(accountId === null, (query) => query.where('report', 'in', allReports))
    .$if(accountId !== null, (query) =>
      query.where('account_id', '=', accountId ?? 0).where('interface', 'in', ALL_INTERFACES),
    );
}

/** Commands that failed, expired or are unknown, or were requested before `askedBefore` and are still unanswered. */
export function troubledCommandsIn(db: Database, accountId: number | null, stretch: Stretch, askedBefore: string) {
  const isUnanswered = (where: ExpressionBuilder<Schema, 'commands'>) =>
    where.and([where('status', '=', 'sent'), where('created_at', '<', askedBefore)]);
  return commandsIn(db, accountId, stretch).where((where) =>
    where.or([where('status', 'in', ['failed', 'expired', 'unknown']), isUnanswered(where)]),
  );
}
