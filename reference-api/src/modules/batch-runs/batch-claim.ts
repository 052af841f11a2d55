import { BATCH_PAGE_ROWS, calls, type BodyOf } from '@device-console/shared-lib/contract';
import { sql } from 'kysely';
import { readImeiList, plainName } from '../../core/batches/batches.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { MalformedRequest } from '../../core/errors/request-errors.ts';
import { exists } from '../../core/store/count-rows.ts';
import { byImei, devicesWith } from '../../core/store/devices.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter, isoTime } from '../../core/time/clock.ts';
import { requireAccess } from '../../core/calls/access.ts';
import { orderOf } from '../../core/commands/orders.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { holdBatch, updateBatch, type Batch } from '../../core/store/batches.ts';
import { findIntent } from '../../core/store/uploads.ts';
import { recordCall } from '../../core/audit/audit.ts';
import { heldElsewhere, holds } from '../../core/batches/batch-hold.ts';
import { requireKeptBatch } from '../../core/batches/batch-lists.ts';
import { stateOf } from '../../core/batches/batch-runs.ts';

/** An open batch that was silent for this long is ignored. */
const FORGOTTEN_AFTER = 7 * DAY;

interface Finding {
  readonly imei: string;
  readonly finding:
    | 'unknown'
    | 'several'
    | 'second-imei'
    | 'released'
    | 'de-enrolled'
    | 'same'
    | 'recent'
    | 'other-batch';
  readonly detail: string;
}

const unreachable = { RELEASED: 'released', 'DE-ENROLLED': 'de-enrolled' } as const;

type LookedAt = Awaited<ReturnType<typeof lookAt>>;

/** The devices of each IMEI, by either of theirs; several may have the same one. */
async function lookAt(db: Database, imeis: readonly string[]) {
  const columns = ['imei1', 'imei2', 'claim_status', 'last_command', 'last_command_at'] as const;
  const devices = byImei(await devicesWith(db, imeis).select(columns).execute());
  return new Map(imeis.map((imei) => [imei, devices.get(imei) ?? []]));
}

/** From the devices' own rows. A command to ALL does not count. */
function ofDevices({ platform }: CallContext, reportedAs: string, looked: LookedAt): readonly Finding[] {
  const since = isoAfter(platform.clock.now(), -HOUR);
  return [...looked].flatMap(([imei, [device, ...others]]): readonly Finding[] => {
    if (!device) return [{ imei, finding: 'unknown', detail: '' }];
    if (others.length > 0) return [{ imei, finding: 'several', detail: '' }];
    const { imei1, claim_status, last_command, last_command_at } = device;
    const detail = last_command_at ?? '';
    return [
      ...(imei1 === imei ? [] : [{ imei, finding: 'second-imei', detail: imei1 } as const]),
      ...(claim_status === 'ENROLLED'
        ? [
            ...(last_command === reportedAs ? [{ imei, finding: 'same', detail } as const] : []),
            ...(detail >= since ? [{ imei, finding: 'recent', detail } as const] : []),
          ]
        : [{ imei, finding: unreachable[claim_status], detail: '' } as const]),
    ];
  });
}

/** Devices in other unfinished batches; for a device in several, the batch seen last. */
async function ofBatches({ db, platform }: CallContext, looked: LookedAt, own: string | undefined) {
  const batches = await db
    .selectFrom('batches')
    .select(['id', 'account_id', 'batch_id', 'devices'])
    .where('state', '=', sql.lit('open'))
    .where('seen_at', '>=', isoAfter(platform.clock.now(), -FORGOTTEN_AFTER))
    .where('started_at', '>=', platform.batchesKeptSince())
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
  const found = new Map<string, Finding>();
  for (const batch of batches) {
    if (batch.batch_id === own) continue;
    const list = await platform.batchLists.listOf(db, batch);
    const others = [...looked].filter(([imei]) => !found.has(imei));
    const names = others.flatMap(([imei, devices]) => [imei, ...devices.flatMap(({ imei1, imei2 }) => [imei1, imei2])]);
    const held = new Set(await list.containing([...new Set(names)]));
    held.delete('');
    for (const [imei, devices] of others)
      if (held.has(imei) || devices.some(({ imei1, imei2 }) => held.has(imei1) || held.has(imei2)))
        found.set(imei, { imei, finding: 'other-batch', detail: batch.batch_id });
  }
  return [...found.values()];
}

/** A batch's command and the call that sends it. Throws for an action without a batch, or without the right. */
export function permittedBatch({ actor }: CallContext, body: { readonly action: string }) {
  const order = orderOf(body.action);
  const call = order.command.batch?.dispatch;
  if (!call) throw new MalformedRequest(`The action "${body.action}" has no batch.`);
  requireAccess(actor, calls[call].access, body);
  return { order, call };
}

/** What the server knows of devices that a batch is about to command; changes nothing (D5b). */
export const batchCheck: Service<'batchCheck'> = async (context, body) => {
  const { order } = permittedBatch(context, body);
  const listed = readImeiList(body.imeilist);
  if (listed.length > BATCH_PAGE_ROWS)
    throw new MalformedRequest(
      `imeilist has ${listed.length} IMEIs; at most ${BATCH_PAGE_ROWS} are looked at at once.`,
    );
  const looked = await lookAt(context.db, [...new Set(listed)]);
  const devices = ofDevices(context, order.variant.reportedAs, looked);
  return { items: [...devices, ...(await ofBatches(context, looked, body.batchId))] };
};

type ClaimBody = BodyOf<(typeof calls)['batchClaim']>;
type Facts = NonNullable<ClaimBody['batch']>;

const LEVEL_LENGTH = 50;
/** The audit has claims that begin or take over a batch; continuing or asking adds no row. */
const CLAIM = calls.batchClaim.path;

/** False if the batch is known by now. */
async function begin(context: CallContext, body: ClaimBody, facts: Facts): Promise<boolean> {
  const { db, actor, platform } = context;
  const { action, batchId, run } = body;
  const intent = await findIntent(db, actor.accountId, batchId);
  const uploads = db.selectFrom('uploads').where('batch_id', '=', batchId).where('account_id', '=', actor.accountId);
  const newest = uploads.select(['file', 'report', 'created_at']).orderBy('id', 'desc').limit(1);
  const upload = await newest.executeTakeFirst();
  if (!intent || !upload)
    throw new BusinessError('The server does not have the list and the file of this batch yet. Nothing was begun.');
  if (intent.action !== action)
    throw new MalformedRequest(`The list of batch ${batchId} is for "${intent.action}", not "${action}".`);
  const ofOthers = db.selectFrom('commands').where('batch_id', '=', batchId).where('account_id', '<>', actor.accountId);
  if (await exists(ofOthers))
    throw new BusinessError('This batch id is already used by somebody else. Nothing was begun.');
  const { fileName, level = '', ...counts } = facts;
  const inserted = await db
    .insertInto('batches')
    .values({
      batch_id: batchId,
      account_id: actor.accountId,
      action,
      level: plainName(level).slice(0, LEVEL_LENGTH),
      file_name: plainName(fileName),
      file: upload.file,
      report: upload.report,
      devices: intent.devices,
      ...counts,
      run,
      holder_id: actor.accountId,
      place: plainName(body.place),
      seen_at: isoTime(platform.clock.now()),
      started_at: upload.created_at,
    })
    .onConflict((conflict) => conflict.column('batch_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function takeOver(context: CallContext, body: ClaimBody, batch: Batch): Promise<string> {
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
  const message = `Taken over from ${batch.holder} (${batch.place}) in ${plainName(body.place)}`;
  await recordCall(context, { call: CLAIM, body, message });
  return message;
}

async function goOn(context: CallContext, body: ClaimBody, batch: Batch) {
  const { db, actor, platform } = context;
  if (batch.action !== body.action)
    throw new MalformedRequest(`The batch ${body.batchId} sends "${batch.action}", not "${body.action}".`);
  const now = platform.clock.now();
  const before = { holder: batch.holder, place: batch.place, seenAt: batch.seen_at, state: stateOf(batch, now) };
  const answer = (run: string, message = '') => ({ message, run, ...before });
  if (holds(batch, actor, body.run)) {
    await updateBatch(db, batch.id, { seen_at: isoTime(now), place: plainName(body.place) });
    return answer(batch.run);
  }
  if (actor.via === 'key') throw heldElsewhere(actor, batch);
  if (!body.takeOver) return answer(batch.run);
  return answer(body.run, await takeOver(context, body, batch));
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
    await recordCall(context, { call: CLAIM, body, message: 'Begun' });
    return { run: body.run, state: 'running' };
  }
  const begun = await holdBatch(db, body.batchId);
  if (!begun) throw new Error(`The batch ${body.batchId} is neither new nor known.`);
  return goOn(context, body, begun);
};
