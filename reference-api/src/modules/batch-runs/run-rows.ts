import type { Selectable } from 'kysely';
import type { CommandTable } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';
import { MINUTE } from '../../core/time/clock.ts';
import type { Batch } from '../../core/store/batches.ts';

type RunCounts = Partial<Record<Selectable<CommandTable>['status'], number>>;

export interface RunsQuestion {
  /** Runs of this account, or everyone's for null; `statusOf` adds everyone's runs of these commands. */
  readonly accountId: number | null;
  readonly statusOf?: readonly string[] | undefined;
  readonly batchId?: string | undefined;
}

/** Reads the newest uploads of batches, with the registered list and the batch itself, if there are any. */
function newestRuns(db: Database, { accountId, statusOf = [], batchId }: RunsQuestion, limit: number) {
  return db
    .selectFrom('uploads')
    .innerJoin('accounts', 'accounts.id', 'uploads.account_id')
    .leftJoin('intents', (join) =>
      join.onRef('intents.account_id', '=', 'uploads.account_id').onRef('intents.batch_id', '=', 'uploads.batch_id'),
    )
    .leftJoin('batches', (join) =>
      join.onRef('batches.batch_id', '=', 'uploads.batch_id').onRef('batches.account_id', '=', 'uploads.account_id'),
    )
    .leftJoin('accounts as holders', 'holders.id', 'batches.holder_id')
    .select((select) => [
      'uploads.account_id',
      'uploads.batch_id',
      'uploads.file',
      'uploads.old_file',
      'uploads.is_complete',
      'uploads.last_imei',
      'uploads.created_at',
      'uploads.updated_at',
      select.fn.coalesce('accounts.closed_email', 'accounts.email').as('email'),
      'intents.action',
      'intents.devices',
      'batches.state',
      'batches.found as rows_found',
      'batches.not_found as rows_not_found',
      'batches.refused as rows_refused',
      select.fn.coalesce('holders.closed_email', 'holders.email').as('holder'),
      'batches.place',
      'batches.seen_at',
    ])
    .where('uploads.batch_id', 'is not', null)
    .$if(accountId !== null, (query) =>
      statusOf.length === 0
        ? query.where('uploads.account_id', '=', accountId ?? 0)
        : query.where((where) =>
            where.or([where('uploads.account_id', '=', accountId ?? 0), where('uploads.status_of', 'in', statusOf)]),
          ),
    )
    .$if(batchId !== undefined, (query) => query.where('uploads.batch_id', '=', batchId ?? ''))
    .orderBy('uploads.id', 'desc')
    .limit(limit)
    .execute();
}

async function commandsOf(db: Database, runs: readonly { readonly batch_id: string | null }[]) {
  if (runs.length === 0) return [];
  return db
    .selectFrom('commands')
    .select((select) => ['account_id', 'batch_id', 'status', select.fn.countAll<number>().as('commands')])
    .where('batch_id', 'in', [...new Set(runs.map(({ batch_id }) => batch_id))])
    .groupBy(['account_id', 'batch_id', 'status'])
    .execute();
}

/**
 * Lists the newest batch runs, each with the counts of its commands (D17). For a known batch these are the commands of
 * everyone who held it; otherwise those of its account alone.
 */
export async function batchRunsOf(db: Database, question: RunsQuestion, limit: number) {
  const runs = await newestRuns(db, question, limit);
  const rows = await commandsOf(db, runs);
  return runs.map((run) => {
    const counts: RunCounts = {};
    for (const { account_id, batch_id, status, commands } of rows)
      if (batch_id === run.batch_id && (run.state !== null || account_id === run.account_id))
        counts[status] = (counts[status] ?? 0) + commands;
    return { ...run, counts };
  });
}

/** Milliseconds after which a run that is not heard of is silent (D17a). */
const SILENT_AFTER = MINUTE / 2;

export function stateOf({ state, seen_at }: Pick<Batch, 'state' | 'seen_at'>, now: Date): string {
  if (state === 'complete') return 'complete';
  return Math.abs(now.getTime() - Date.parse(seen_at)) < SILENT_AFTER ? 'running' : 'silent';
}
