import type { Selectable } from 'kysely';
import type { CommandTable } from './schema.ts';
import type { Database } from './store.ts';

type CommandStatus = Selectable<CommandTable>['status'];

/** How many commands of a run have come how far. */
export type RunCounts = Readonly<Partial<Record<CommandStatus, number>>>;

function runKey(accountId: number, batchId: string | null): string {
  return `${accountId} ${batchId ?? ''}`;
}

/** The newest uploads that belong to a batch, of one account or of all, with the list that was registered for them. */
function newestRuns(db: Database, accountId: number | null, limit: number) {
  return db
    .selectFrom('uploads')
    .innerJoin('accounts', 'accounts.id', 'uploads.account_id')
    .leftJoin('intents', (join) =>
      join.onRef('intents.account_id', '=', 'uploads.account_id').onRef('intents.batch_id', '=', 'uploads.batch_id'),
    )
    .select([
      'uploads.account_id',
      'uploads.batch_id',
      'uploads.file',
      'uploads.old_file',
      'uploads.is_complete',
      'uploads.last_imei',
      'uploads.created_at',
      'uploads.updated_at',
      'accounts.email',
      'intents.action',
      'intents.devices',
    ])
    .where('uploads.batch_id', 'is not', null)
    .$if(accountId !== null, (query) => query.where('uploads.account_id', '=', accountId ?? 0))
    .orderBy('uploads.id', 'desc')
    .limit(limit)
    .execute();
}

async function countsOf(db: Database, batchIds: readonly string[]): Promise<ReadonlyMap<string, RunCounts>> {
  const counts = new Map<string, RunCounts>();
  if (batchIds.length === 0) return counts;
  const rows = await db
    .selectFrom('commands')
    .select((select) => ['account_id', 'batch_id', 'status', select.fn.countAll<number>().as('commands')])
    .where('batch_id', 'in', batchIds)
    .groupBy(['account_id', 'batch_id', 'status'])
    .execute();
  for (const { account_id, batch_id, status, commands } of rows) {
    const key = runKey(account_id, batch_id);
    counts.set(key, { ...counts.get(key), [status]: commands });
  }
  return counts;
}

/** The newest batch runs, newest first, each with the commands that came of it; at most `limit` (D17). */
export async function batchRunsOf(db: Database, accountId: number | null, limit: number) {
  const runs = await newestRuns(db, accountId, limit);
  const counts = await countsOf(db, [
    ...new Set(runs.flatMap(({ batch_id }) => (batch_id === null ? [] : [batch_id]))),
  ]);
  return runs.map((run) => ({ ...run, counts: counts.get(runKey(run.account_id, run.batch_id)) ?? {} }));
}
