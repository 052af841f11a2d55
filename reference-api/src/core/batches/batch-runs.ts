import type { Database } from '../store/store.ts';
import type { Batch } from '../store/batches.ts';
import { MINUTE } from '../time/clock.ts';
import { countsOfStates } from '../commands/command-counts.ts';

/** Milliseconds after which a run that is not heard of is silent (D17a). */
const SILENT_AFTER = MINUTE / 2;

export function stateOf({ state, seen_at }: Pick<Batch, 'state' | 'seen_at'>, now: Date): string {
  if (state === 'complete') return 'complete';
  return Math.abs(now.getTime() - Date.parse(seen_at)) < SILENT_AFTER ? 'running' : 'silent';
}

export interface RunsQuestion {
  /** Runs of this account, or everyone's for null; `statusOf` adds everyone's runs of these commands. */
  readonly accountId: number | null;
  readonly statusOf?: readonly string[] | undefined;
  readonly batchId?: string | undefined;
}

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
      'uploads.batch_id as batchId',
      'uploads.file',
      'uploads.old_file as oldfile',
      'uploads.is_complete as isComplete',
      'uploads.last_imei as lastimei',
      'uploads.created_at as startedAt',
      'uploads.updated_at as updatedAt',
      select.fn.coalesce('accounts.closed_email', 'accounts.email').as('user'),
      'intents.action',
      'intents.devices as total',
      'batches.state',
      'batches.found as rowsFound',
      'batches.not_found as rowsNotFound',
      'batches.refused',
      select.fn.coalesce('holders.closed_email', 'holders.email').as('holder'),
      'batches.place',
      'batches.seen_at as seenAt',
    ])
    .where('uploads.batch_id', 'is not', null)
    .$if(accountId !== null, (query) =>
      query.where((where) => {
        const isOwn = where('uploads.account_id', '=', accountId ?? 0);
        return statusOf.length === 0 ? isOwn : where.or([isOwn, where('uploads.status_of', 'in', statusOf)]);
      }),
    )
    .$if(batchId !== undefined, (query) => query.where('uploads.batch_id', '=', batchId ?? ''))
    .orderBy('uploads.id', 'desc')
    .limit(limit)
    .execute();
}

async function commandsOf(db: Database, runs: readonly { readonly batchId: string | null }[]) {
  if (runs.length === 0) return [];
  return db
    .selectFrom('commands')
    .select((select) => ['account_id', 'batch_id', 'status', select.fn.countAll<number>().as('count')])
    .where('batch_id', 'in', [...new Set(runs.map(({ batchId }) => batchId))])
    .groupBy(['account_id', 'batch_id', 'status'])
    .execute();
}

/** The newest batch runs, each with the counts of its commands (D17): for a known batch those of all who held it. */
export async function batchRunsOf(db: Database, question: RunsQuestion, limit: number, now: Date) {
  const runs = await newestRuns(db, question, limit);
  const commands = await commandsOf(db, runs);
  return runs.map(({ account_id, state, rowsFound, rowsNotFound, refused, seenAt, ...run }) => {
    const counts = countsOfStates(
      commands.filter((row) => row.batch_id === run.batchId && (state !== null || row.account_id === account_id)),
    );
    const found = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const isOver = run.isComplete === 'complete' && run.total !== null;
    return {
      ...run,
      ...counts,
      found,
      notFound: isOver ? (run.total ?? 0) - found - (refused ?? 0) : null,
      state: state === null ? '' : stateOf({ state, seen_at: seenAt ?? '' }, now),
      done: state === null ? null : (rowsFound ?? 0) + (rowsNotFound ?? 0) + (refused ?? 0),
      refused,
      holder: run.holder ?? '',
      place: run.place ?? '',
      seenAt: seenAt ?? '',
    };
  });
}
