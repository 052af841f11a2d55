import type { BodyOf, calls } from '@device-console/shared-lib/contract';
import { sql } from 'kysely';
import { givenIds } from '../store/given-rows.ts';
import type { Database } from '../store/store.ts';

/** Which commands to select; absent fields do not filter. */
export interface CommandFilter extends NonNullable<BodyOf<(typeof calls)['operationsDecide']>['filter']> {
  readonly accountId?: number | undefined;
  /** Only commands that were certainly not sent. */
  readonly unsent?: boolean | undefined;
}

/** The state is a literal in the SQL: the partial indexes need one. */
export function filteredCommands(
  db: Database,
  { state, imei, action, batchId, accountId, unsent = false }: CommandFilter,
) {
  return db
    .selectFrom('commands')
    .$if(state !== undefined, (query) => query.where('status', '=', sql.lit(state ?? 'queued')))
    .$if(imei !== undefined, (query) => query.where('imei', '=', imei ?? ''))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .$if(unsent, (query) => query.where('handed_at', 'is', null));
}

export async function idsAfter(db: Database, filter: CommandFilter, after: number, limit: number) {
  const rows = await filteredCommands(db, filter)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Cancels the commands that were certainly not sent; returns their ids. */
export async function cancelUnsent(db: Database, ids: readonly number[], reason: string, at: string) {
  const rows = await db
    .updateTable('commands')
    .set({ status: 'cancelled', failure: reason, claimed_until: null, claim: null, updated_at: at })
    .where('id', 'in', givenIds(db, ids))
    .where('status', '=', 'queued')
    .where('handed_at', 'is', null)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', at)]))
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
