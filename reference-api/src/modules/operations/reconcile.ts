import * as v from 'valibot';
import { sql, type UpdateObject } from 'kysely';
import { randomUUID } from 'node:crypto';
import { commandByAction } from '@device-console/shared-lib/contract';
import { type Control, HOLD, readControl } from '../../core/store/dispatch.ts';
import { deleteSetting, holdSetting, putSetting, readSetting } from '../../core/store/settings.ts';
import { type Database, inTransaction } from '../../core/store/store.ts';
import { stopOf } from '../../core/gateway/deliver.ts';
import type { DeviceGateway, ProviderCommand } from '../../core/gateway/device-gateway.ts';
import { partsOfKey } from '../../core/gateway/provider-protocol.ts';
import { takeOutcome, type SaidOutcome } from '../../core/gateway/settle.ts';
import { noteWait } from '../../core/gateway/rounds.ts';
import { noTally, type RoundParts } from '../../core/gateway/worker-parts.ts';
import { currentEpoch } from '../../core/store/commands.ts';
import type { Schema } from '../../core/store/schema.ts';
import { isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import { findByUid } from './command-decisions.ts';

const reconcile = v.object({
  /** Epochs whose lists are still to be read; `cursor` is the place in the first list. */
  epochs: v.array(v.string()),
  cursor: v.string(),
  pages: v.number(),
  /** While dispatch runs, the lists are not read before this time. */
  notBefore: v.optional(v.string(), ''),
});
type Reconcile = v.InferOutput<typeof reconcile>;

/** With `holdSetting`, locks the comparison until the transaction ends. */
async function readReconcile(db: Database, read = readSetting): Promise<Reconcile | undefined> {
  const text = await read(db, HOLD);
  return text === undefined ? undefined : v.parse(reconcile, JSON.parse(text));
}

export function putReconcile(db: Database, value: v.InferInput<typeof reconcile>): Promise<void> {
  return putSetting(db, HOLD, JSON.stringify(value));
}

/** Makes open commands of former epochs due in this one, to be sent or asked about; changes the queued ones. */
async function goOn(tx: Database, queued: UpdateObject<Schema, 'commands'>, at: string): Promise<void> {
  const { epoch } = await readControl(tx);
  for (const status of ['queued', 'sent', 'unknown'] as const)
    await tx
      .updateTable('commands')
      .set({ active_epoch: epoch, next_attempt_at: at, ...(status === 'queued' ? queued : {}) })
      .where('status', '=', sql.lit(status))
      .where('active_epoch', '<>', epoch)
      .execute();
}

/**
 * Lets dispatch go on before the provider's list was read to its end. Commands queued in the backup may have been sent
 * since, so that they become unknown: they are sent only if somebody retries them, or the list goes on to tell of them.
 */
export function goOnUncompared(tx: Database, at: string): Promise<void> {
  const failure = 'It may have been sent before a restore, and the provider was not asked.';
  return goOn(tx, { status: 'unknown', failure, handed_at: sql<string>`coalesce(handed_at, ${at})` }, at);
}

/** Who holds a batch that was open in a backup. */
const RESTORED_PLACE = 'a backup that was restored: devices may have been sent to since; look, then take it over';

/**
 * Starts the comparison with the provider, and stops a restored database from sending again what may have been sent
 * after the backup: open batches wait until somebody takes them over.
 */
export async function beginReconcile(tx: Database, former: readonly string[]): Promise<void> {
  await putReconcile(tx, { epochs: [...former], cursor: '', pages: 0 });
  const held = { run: randomUUID(), place: RESTORED_PLACE };
  await tx.updateTable('batches').set(held).where('state', '=', 'open').execute();
}

/** A command that the provider has and this database lost, in the name of the oldest superadmin. */
async function insertFound(db: Database, { key, imei, action, receivedAt }: ProviderCommand, at: string) {
  const parts = partsOfKey(key);
  if (!parts) return;
  const since = Number.isNaN(Date.parse(receivedAt)) ? at : isoTime(new Date(receivedAt));
  const variant = commandByAction(action)?.variant;
  await db
    .insertInto('commands')
    .values(({ selectFrom }) => ({
      transaction_id: '',
      account_id: selectFrom('accounts')
        .select('id')
        .orderBy((order) => order.case().when('role', '=', 'SUPERADMIN').then(0).else(1).end())
        .orderBy('id')
        .limit(1)
        .$asScalar()
        .$notNull(),
      user_email: '',
      interface: 'A',
      imei,
      action,
      reported_as: variant?.reportedAs ?? action.toUpperCase(),
      report: variant?.report ?? '',
      payload: '{}',
      filename: '',
      batch_id: null,
      claimed_until: null,
      attempts: 0,
      failure: '',
      status: 'sent',
      reason: "Taken from the provider's record after a restore.",
      created_at: since,
      updated_at: at,
      next_attempt_at: at,
      ...parts,
      active_epoch: currentEpoch,
      sent_at: since,
      handed_at: since,
    }))
    .onConflict((conflict) => conflict.column('uid').where('uid', 'is not', null).doNothing())
    .execute();
}

/** Most pages of an epoch's list: ten million commands. */
const MOST_PAGES = 20_000;
const ENDLESS = "The provider's list of what it has does not end. A superadmin may resume dispatch all the same.";

/** How long after a failure the list is read again while dispatch runs: sending must not wait for it. */
const READ_AGAIN = 5 * MINUTE;

type ListReply = Awaited<ReturnType<NonNullable<DeviceGateway['list']>>>;

function endingOf(reply: ListReply, { cursor, pages }: Reconcile): ListReply {
  if (reply.kind !== 'answered') return reply;
  const { next } = reply.answer;
  return next !== '' && (next === cursor || pages >= MOST_PAGES) ? { kind: 'faulty', reason: ENDLESS } : reply;
}

/**
 * Takes one step of the comparison after a restore: reads a part of the provider's lists, and takes its word. What they
 * do not have was never sent; without lists, what was queued may have been. Returns how many commands it looked at; 0
 * without a comparison, or a usable answer.
 */
export async function reconcileRound(parts: RoundParts, control: Control): Promise<number> {
  const { gateway, clock, store, tally } = parts;
  const now = clock.now();
  const at = isoTime(now);
  const isPaused = control.dispatch.state === 'paused';
  const step = await readReconcile(store.db);
  if (!step || (!isPaused && step.notBefore > at)) return 0;
  const write = (work: (tx: Database) => Promise<void>) =>
    inTransaction(store.db, async (tx) => {
      if (JSON.stringify(await readReconcile(tx, holdSetting)) === JSON.stringify(step)) await work(tx);
    });
  const [epoch, ...later] = step.epochs;
  if (epoch === undefined) {
    await write(async (tx) => {
      await goOn(tx, { handed_at: null }, at);
      await deleteSetting(tx, HOLD);
    });
    return 1;
  }
  if (!gateway.list) {
    await write(async (tx) => {
      await goOnUncompared(tx, at);
      await deleteSetting(tx, HOLD);
    });
    return 1;
  }
  const reply = endingOf(await gateway.list(epoch, step.cursor), step);
  if (reply.kind !== 'answered') {
    const { reason } = reply;
    tally.failed(reason);
    const stop = stopOf(reply) ?? { kind: 'unreachable', reason, surelyNotTaken: false };
    if (isPaused) await noteWait(parts, control, stop);
    else await write((tx) => putReconcile(tx, { ...step, notBefore: isoAfter(now, READ_AGAIN) }));
    return 0;
  }
  await noteWait(parts, control, undefined);
  const { commands, next } = reply.answer;
  await write(async (tx) => {
    const uids = commands.map(({ key }) => partsOfKey(key)?.uid ?? '');
    const known = await findByUid(tx, uids);
    const settling = { gateway, clock, store: { db: tx }, tally: noTally() };
    for (const [index, found] of commands.entries()) {
      const row = known.get(uids[index] ?? '');
      if (row?.status === 'acknowledged') continue;
      if (!row) await insertFound(tx, found, at);
      await takeOutcome(settling, found.key, found.outcome as SaidOutcome);
    }
    const place = next === '' ? { epochs: later, cursor: '', pages: 0 } : { cursor: next, pages: step.pages + 1 };
    await putReconcile(tx, { ...step, ...place });
  });
  return Math.max(1, commands.length);
}
