import { calls, type BodyOf } from '@device-console/shared-lib/contract';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { MalformedRequest } from '../../core/errors/request-errors.ts';
import { findBatch, holdBatch, updateBatch, type Batch } from '../../core/store/batches.ts';
import { stateOf } from './run-rows.ts';
import { findIntent } from '../../core/store/uploads.ts';
import { isoTime } from '../../core/time/clock.ts';
import { recordCall } from '../../core/audit/audit.ts';
import { holds } from '../../core/batches/batch-hold.ts';
import { requireKeptBatch } from '../../core/batches/batch-lists.ts';
import { plainName } from '../../core/batches/batches.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { permittedBatch } from './chunks.ts';

type ClaimBody = BodyOf<(typeof calls)['batchClaim']>;
type Facts = NonNullable<ClaimBody['batch']>;

const LEVEL_LENGTH = 50;

/** Audits a claim that begins or takes over a batch; continuing or asking adds no row. */
function audit(context: CallContext, body: ClaimBody, message: string) {
  return recordCall(context, { call: calls.batchClaim.path, body, message });
}

/** False if the batch is known by now. */
async function begin(context: CallContext, body: ClaimBody, facts: Facts): Promise<boolean> {
  const { db, actor, platform } = context;
  const { action, batchId, run } = body;
  const intent = await findIntent(db, actor.accountId, batchId);
  const upload = await db
    .selectFrom('uploads')
    .select(['file', 'report', 'created_at'])
    .where('batch_id', '=', batchId)
    .where('account_id', '=', actor.accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!intent || !upload)
    throw new BusinessError('The server does not have the list and the file of this batch yet. Nothing was begun.');
  if (intent.action !== action)
    throw new MalformedRequest(`The list of batch ${batchId} is for "${intent.action}", not "${action}".`);
  const ofOthers = await db
    .selectFrom('commands')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('account_id', '<>', actor.accountId)
    .limit(1)
    .executeTakeFirst();
  if (ofOthers) throw new BusinessError('This batch id is already used by somebody else. Nothing was begun.');
  const batch = {
    batch_id: batchId,
    account_id: actor.accountId,
    action,
    level: plainName(facts.level ?? '').slice(0, LEVEL_LENGTH),
    file_name: plainName(facts.fileName),
    file: upload.file,
    report: upload.report,
    devices: intent.devices,
    total: facts.total,
    invalid: facts.invalid,
    duplicates: facts.duplicates,
    run,
    holder_id: actor.accountId,
    place: plainName(body.place),
    seen_at: isoTime(platform.clock.now()),
    found: 0,
    not_found: 0,
    refused: 0,
    state: 'open',
    started_at: upload.created_at,
  } as const;
  const inserted = await db
    .insertInto('batches')
    .values(batch)
    .onConflict((conflict) => conflict.column('batch_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function takeOver(context: CallContext, body: ClaimBody, batch: Batch, from: string): Promise<string> {
  const { db, actor, platform } = context;
  if (batch.state === 'complete')
    throw new BusinessError('This batch is complete. There is nothing left to take over.');
  requireKeptBatch(platform.batchesKeptSince(), batch);
  for (const step of platform.beforeSend) await step.takeOver?.(context, batch);
  await updateBatch(db, batch.id, {
    run: body.run,
    holder_id: actor.accountId,
    place: plainName(body.place),
    seen_at: isoTime(platform.clock.now()),
  });
  const message = `Taken over from ${from} (${batch.place}) in ${plainName(body.place)}`;
  await audit(context, body, message);
  return message;
}

/** Continues a known batch, takes it over, or answers who holds it. */
async function goOn(context: CallContext, body: ClaimBody, batch: Batch) {
  const { db, actor, platform } = context;
  if (batch.action !== body.action)
    throw new MalformedRequest(`The batch ${body.batchId} sends "${batch.action}", not "${body.action}".`);
  const now = platform.clock.now();
  const holder = (await findBatch(db, body.batchId))?.holder ?? '';
  const before = { holder, place: batch.place, seenAt: batch.seen_at, state: stateOf(batch, now) };
  const answer = (run: string, message = '') => ({ status: 'success' as const, message, run, ...before });
  if (holds(batch, actor, body.run)) {
    await updateBatch(db, batch.id, { seen_at: isoTime(now), place: plainName(body.place) });
    return answer(batch.run);
  }
  if (!body.takeOver) return answer(batch.run);
  return answer(body.run, await takeOver(context, body, batch, holder));
}

/** A run claims a batch: it begins it, continues it or takes it over (D17a, D17b). */
export const batchClaim: Service<'batchClaim'> = async (context, body) => {
  const { db } = context;
  const { order } = permittedBatch(context, body);
  const known = await holdBatch(db, body.batchId);
  if (known) {
    for (const step of context.platform.beforeSend) await step.claim?.(context, order, known);
    return goOn(context, body, known);
  }
  if (!body.batch) throw new BusinessError('The server does not know this batch. It was not begun here.');
  if (await begin(context, body, body.batch)) {
    await audit(context, body, 'Begun');
    return { status: 'success', message: '', run: body.run, state: 'running' };
  }
  const begun = await holdBatch(db, body.batchId);
  if (!begun) throw new Error(`The batch ${body.batchId} is neither new nor known.`);
  return goOn(context, body, begun);
};
