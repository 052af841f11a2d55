import { type BodyOf, type calls, commandList, limits } from '@device-console/shared-lib/contract';
import { findBatch } from '../../core/store/batches.ts';
import { maySend } from '../../core/calls/access.ts';
import type { Actor, Service } from '../../core/calls/context.ts';
import { requireKeptBatch } from '../../core/batches/batch-lists.ts';
import { mayRead } from '../../core/batches/batch-hold.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { MalformedRequest, NotAuthorised } from '../../core/errors/request-errors.ts';
import type { ApiModule } from '../../core/module.ts';
import { sendItems } from '../../core/batches/send-items.ts';
import { batchRunsOf, type RunsQuestion } from '../../core/batches/batch-runs.ts';
import { batchCheck, batchClaim, permittedBatch } from './batch-claim.ts';
import { batchChange, polledRead, read } from '../../core/calls/call.ts';

const RUNS = 200;

/** The caller's own runs; with `everyone`, all for admins, and for users also those that they may take over. */
function visibleTo(actor: Actor, everyone: boolean): RunsQuestion {
  if (!everyone) return { accountId: actor.accountId };
  if (actor.userlevel !== 'USER') return { accountId: null };
  const statusOf = commandList.flatMap((command) =>
    command.batch && maySend(actor, command) ? [command.batch.statusOf] : [],
  );
  return { accountId: actor.accountId, statusOf };
}

/** Lists the newest batch runs that the caller may see, or the one that is named (D17, D17b). */
const batchRuns: Service<'batchRuns'> = async ({ db, platform, actor }, { everyone = false, batchId }) => {
  const visible = visibleTo(actor, everyone || batchId !== undefined);
  const found = await batchRunsOf(db, { ...visible, batchId }, RUNS, platform.clock.now());
  const known = found.filter(({ state }) => state !== '');
  // Other accounts' files may carry the id of a known batch: only the batch's own run counts.
  const items = batchId !== undefined && known.length > 0 ? known : found;
  return { items };
};

/** Lists a part of a batch's devices, with the outcome of each and the status of its command (D17a). */
const batchOutcomes: Service<'batchOutcomes'> = async ({ db, platform, actor }, { batchId, after, limit }) => {
  const batch = await findBatch(db, batchId);
  if (!batch) throw new BusinessError('The server does not know this batch.');
  if (!mayRead(actor, batch)) throw new NotAuthorised(actor.permissions, "the batch is another account's");
  requireKeptBatch(platform.batchesKeptSince(), batch);
  const list = await platform.batchLists.listOf(db, batch);
  const last = Math.min(after + limit, list.length);
  const items = await db
    .selectFrom('batch_items')
    .select((select) => {
      // Looked up by id: for a join, PostgreSQL may read all commands.
      const command = select.selectFrom('commands').whereRef('commands.id', '=', 'batch_items.command_id');
      const [status, failure] = [command.select('commands.status'), command.select('commands.failure')];
      return ['row', 'outcome', 'message', status.as('status'), failure.as('failure')];
    })
    .where('batch', '=', batch.id)
    .where('row', '>', after)
    .where('row', '<=', last)
    .orderBy('row')
    .execute();
  const known = new Map(items.map((item) => [item.row, item]));
  return {
    items: Array.from({ length: Math.max(0, last - after) }, (_, index) => {
      const row = after + index + 1;
      const item = known.get(row);
      return {
        row,
        imei: list.at(row) ?? '',
        outcome: item?.outcome ?? 'open',
        message: item?.message ?? '',
        command: item?.status ?? '',
        failure: item?.failure ?? '',
      };
    }),
    devices: list.length,
    action: batch.action,
    fileName: batch.file_name,
    report: batch.report,
    file: batch.file,
    level: batch.level,
    total: batch.total,
    invalid: batch.invalid,
    duplicates: batch.duplicates,
    startedAt: batch.started_at,
  };
};

type ChunkItem = BodyOf<(typeof calls)['batchItems']>['items'][number];

function requireDistinct(items: readonly ChunkItem[], field: 'transactionId' | 'row'): void {
  const seen = new Set<string | number>();
  for (const { [field]: value } of items) {
    if (seen.has(value)) throw new MalformedRequest(`The ${field} ${value} is that of two items.`);
    seen.add(value);
  }
}

/**
 * Sends items of a batch in one transaction, each as a call of its own would be (D2c). Behind a row that has no outcome
 * yet it does nothing: the chunk with that row has not arrived, or has failed.
 */
const batchItems: Service<'batchItems'> = async (context, body) => {
  const { action, filename, batchId, run, after, items } = body;
  const { order, call } = permittedBatch(context, body);
  requireDistinct(items, 'transactionId');
  requireDistinct(items, 'row');
  const sent = items.map(({ row, imei, transactionId, ...message }) => {
    const payload = call === 'getImeiDetails' ? message : {};
    return { row, imei, transactionId, payload, body: { imei, action, filename, ...payload, batchId } };
  });
  const sending = { call, order, action, filename, batchId, run, after, reason: '' } as const;
  const results = await sendItems(context, sending, sent);
  if (!results) return { items: [], order: 'early' };
  return {
    order: 'kept',
    items: results.map(({ outcome, message }, index) => ({ row: items[index]?.row ?? 0, outcome, message })),
  };
};

/** Checks, claims and sends batches, and reports their runs and outcomes (D17a, D17b, D2c). */
export const runsOfBatches = {
  name: 'batch-runs',
  calls: {
    batchCheck: { ...read, run: batchCheck },
    batchClaim: { ...batchChange, run: batchClaim },
    batchItems: { ...batchChange, mostBytes: limits.chunkBodyBytes, run: batchItems },
    batchOutcomes: { ...read, run: batchOutcomes },
    batchRuns: { ...polledRead, run: batchRuns },
  },
} as const satisfies ApiModule;
