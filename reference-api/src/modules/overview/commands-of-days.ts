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

/** All that a report can be; '' where the provider has a command that nobody here knows. */
const allReports = ['', ...new Set(commandList.flatMap(({ variants }) => variants.map(({ report }) => report)))];

/**
 * Commands of a stretch of time, of one account or of all: whatever they are, but said, because their index begins with
 * it. Every column that is asked for stands there.
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

/** Of a stretch, the commands that failed, expired or are of unknown outcome, or were sent before `askedBefore`. */
export function troubledCommandsIn(db: Database, accountId: number | null, stretch: Stretch, askedBefore: string) {
  const isUnanswered = (where: ExpressionBuilder<Schema, 'commands'>) =>
    where.and([where('status', '=', 'sent'), where('created_at', '<', askedBefore)]);
  return commandsIn(db, accountId, stretch).where((where) =>
    where.or([where('status', 'in', ['failed', 'expired', 'unknown']), isUnanswered(where)]),
  );
}
