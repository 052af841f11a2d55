import * as v from 'valibot';
import { sql } from 'kysely';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { HOLD, knownEpochs, readControl, type Control } from '../../core/store/dispatch.ts';
import { deleteSetting, holdSetting, putSetting, readSetting } from '../../core/store/settings.ts';
import { type Database, inTransaction } from '../../core/store/store.ts';
import { randomUUID } from 'node:crypto';
import { commandByAction } from '@device-console/shared-lib/contract';
import type { Stop } from '../../core/gateway/deliver.ts';
import {
  GATEWAY_LIST,
  type GatewayOutcome,
  type GatewayReply,
  type ProviderCommand,
} from '../../core/gateway/device-gateway.ts';
import { commandKey, partsOfKey } from '../../core/gateway/provider-protocol.ts';
import { changeBy, takeAcknowledgement, type SaidOutcome } from '../../core/gateway/settle.ts';
import { noteWait } from '../../core/gateway/rounds.ts';
import type { RoundParts } from '../../core/gateway/worker-parts.ts';
import { changeCommand, holdCommand, type CommandChange } from '../../core/store/command-queue.ts';
import { currentEpoch, type CommandRow } from '../../core/store/commands.ts';
import { isoTime } from '../../core/time/clock.ts';
import { findByUid } from './command-decisions.ts';

/** Set if a comparison was ended before the provider's list was read to its end. */
const UNREAD = 'provider_unread';

const reconcile = v.object({
  /** `queued`: asks the provider about commands queued here; `theirs`: reads the provider's lists. */
  phase: v.picklist(['queued', 'theirs']),
  /** Epochs whose lists are still to be read; `cursor` is the place in the first list. */
  epochs: v.array(v.string()),
  cursor: v.string(),
  pages: v.number(),
});
type Reconcile = v.InferOutput<typeof reconcile>;

/** Reads the comparison; with `holdSetting`, locks it until the transaction ends. */
async function readReconcile(db: Database, read = readSetting): Promise<Reconcile | undefined> {
  const text = await read(db, HOLD);
  return text === undefined ? undefined : v.parse(reconcile, JSON.parse(text));
}

export function putReconcile(db: Database, value: Reconcile): Promise<void> {
  return putSetting(db, HOLD, JSON.stringify(value));
}

/** Marks the comparison as complete; it holds dispatch no more. */
async function overReconcile(tx: Database): Promise<void> {
  await deleteSetting(tx, HOLD);
  await deleteSetting(tx, UNREAD);
}

/** Moves open commands to this epoch and makes them due at once, to be sent or asked about. */
async function goOnInEpoch(db: Database, epoch: string, at: string): Promise<void> {
  for (const status of ['queued', 'sent', 'unknown'] as const)
    await db
      .updateTable('commands')
      .set({ active_epoch: epoch, next_attempt_at: at })
      .where('status', '=', sql.lit(status))
      .where('active_epoch', '<>', epoch)
      .execute();
}

/** Starts the comparison: nothing is sent until it ends. Also holds what was open in the backup. */
export async function beginReconcile(tx: Database, former: readonly string[]): Promise<void> {
  await putReconcile(tx, { phase: 'queued', epochs: [...former], cursor: '', pages: 0 });
  await holdRestored(tx);
}

/** Starts the comparison again. Throws BusinessError if this database was never restored. */
export async function askAgain(tx: Database): Promise<void> {
  const { epoch } = await readControl(tx);
  const epochs = (await knownEpochs(tx)).filter((one) => one !== epoch);
  if (epochs.length === 0) throw new BusinessError('There is nothing to compare: this database was not restored.');
  await putReconcile(tx, { phase: 'queued', epochs, cursor: '', pages: 0 });
}

/**
 * Ends a comparison that the provider never completes. Queued commands that it was not asked about become unknown,
 * because they may have been sent; they are sent only if somebody retries them. Throws BusinessError if there is no
 * comparison.
 */
export async function endReconcile(tx: Database, at: string): Promise<void> {
  const step = await readReconcile(tx, holdSetting);
  if (!step) throw new BusinessError('No comparison is under way.');
  const { epoch } = await readControl(tx);
  await tx
    .updateTable('commands')
    .set({ status: 'unknown', failure: 'It may have been sent before a restore, and the provider was not asked.' })
    .where('status', '=', sql.lit('queued'))
    .where('active_epoch', '<>', epoch)
    .where('uid', 'is not', null)
    .execute();
  await goOnInEpoch(tx, epoch, at);
  await overReconcile(tx);
  if (step.epochs.length > 0) await putSetting(tx, UNREAD, at);
}

/** Returns the state of the comparison after a restore: `asking`, `unread` if it was ended too early, else ''. */
export async function reconcileState(db: Database): Promise<'asking' | 'unread' | ''> {
  if ((await readReconcile(db)) !== undefined) return 'asking';
  return (await readSetting(db, UNREAD)) === undefined ? '' : 'unread';
}

/** The reason given for ending a request that was open in a backup. */
export const OPEN_AT_RESTORE =
  'This request was open when the database was restored from a backup. Whether it was approved and sent since is not ' +
  'known here: look at what became of the device, then ask again.';

/** Who holds a batch that was open in a backup. */
const RESTORED_PLACE = 'a backup that was restored: devices may have been sent to since; look, then take it over';

/**
 * Stops a restored database from sending again what may have been sent after the backup. Requests that wait for a
 * second person expire; open batches wait until somebody takes them over.
 */
async function holdRestored(db: Database): Promise<void> {
  await db
    .updateTable('approvals')
    .set(({ ref }) => ({ expires_at: ref('created_at'), why: OPEN_AT_RESTORE }))
    .where('state', '=', 'waiting')
    .execute();
  await db
    .updateTable('batches')
    .set({ run: randomUUID(), place: RESTORED_PLACE })
    .where('state', '=', 'open')
    .execute();
}

/** Most pages of an epoch's list: ten million commands. */
const MOST_PAGES = 20_000;
const ENDLESS = "The provider's list of what it has does not end. A superadmin may end the comparison.";
const NOT_EACH = 'The provider did not answer for every command that it was asked about.';

function writeStep(db: Database, before: Reconcile, write: (tx: Database) => Promise<void>): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (JSON.stringify(await readReconcile(tx, holdSetting)) === JSON.stringify(before)) await write(tx);
  });
}

/** Returns the answer of a usable reply. Otherwise undefined: the failure is noted, and the question is asked again. */
async function usable<Answer>(
  parts: RoundParts,
  control: Control,
  reply: GatewayReply<Answer>,
): Promise<Answer | undefined> {
  if (reply.kind === 'answered') {
    await noteWait(parts, control, undefined);
    return reply.answer;
  }
  parts.tally.failed(reply.reason);
  const stop: Stop =
    reply.kind === 'refused' || reply.kind === 'faulty'
      ? { kind: 'unreachable', reason: reply.reason, surelyNotTaken: false }
      : reply;
  await noteWait(parts, control, stop);
  return undefined;
}

/** Takes the provider's answer about a command queued here; a command that it never had stays queued. */
async function takeAnswer(
  { gateway, clock }: RoundParts,
  tx: Database,
  { uid }: CommandRow,
  outcome: GatewayOutcome,
  epoch: string,
): Promise<void> {
  const row = await holdCommand(tx, uid ?? '');
  // A callback may have changed it meanwhile.
  if (row?.status !== 'queued' || row.active_epoch === epoch) return;
  const now = clock.now();
  const change = outcome.status === 'unknown-key' ? { handed_at: null } : changeBy(row, outcome, gateway.askAfter, now);
  await changeCommand(tx, row.id, { ...change, active_epoch: epoch }, isoTime(now));
  if (outcome.status === 'acknowledged') await takeAcknowledgement(tx, row, isoTime(now));
}

/**
 * True if the provider is further with a command than this database: it has a later retry, the phone has carried out
 * another retry, or a command closed here is still open or done there.
 */
function isFurther(row: CommandRow, retries: number, outcome: GatewayOutcome): boolean {
  if (row.status === 'acknowledged') return false;
  if (row.retries !== retries) return row.retries < retries || outcome.status === 'acknowledged';
  const closed = row.status === 'failed' || row.status === 'expired' || row.status === 'cancelled';
  return closed && (outcome.status === 'acknowledged' || (outcome.status === 'accepted' && row.status !== 'failed'));
}

/** Adds a command that the provider has and this database lost, in the name of the oldest superadmin. */
async function insertFound(
  db: Database,
  { key, imei, action }: ProviderCommand,
  change: CommandChange,
  { since, at }: { readonly since: string; readonly at: string },
): Promise<void> {
  const parts = partsOfKey(key);
  if (!parts) return;
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
      ...change,
    }))
    .onConflict((conflict) => conflict.column('uid').where('uid', 'is not', null).doNothing())
    .execute();
}

/** Takes over a command of the provider that was lost here, or that went on after it was closed here. */
async function takeFound(
  { gateway, clock }: RoundParts,
  tx: Database,
  found: ProviderCommand,
  known: CommandRow | undefined,
): Promise<void> {
  const { uid, retries } = partsOfKey(found.key) ?? { uid: '', retries: 0 };
  const outcome = found.outcome as SaidOutcome;
  if (known && !isFurther(known, retries, outcome)) return;
  const now = clock.now();
  const at = isoTime(now);
  const since = Number.isNaN(Date.parse(found.receivedAt)) ? at : isoTime(new Date(found.receivedAt));
  const before = known ?? { status: 'sent', attempts: 0, sent_at: since };
  const change = changeBy(before, outcome, gateway.askAfter, now);
  if (known) await changeCommand(tx, known.id, { ...change, retries: Math.max(retries, known.retries) }, at);
  else await insertFound(tx, found, change, { since, at });
  const row = outcome.status === 'acknowledged' ? await holdCommand(tx, uid) : undefined;
  if (row) await takeAcknowledgement(tx, row, at);
}

/** Asks the provider about commands queued here; returns how many it looked at. */
async function askOfQueued(parts: RoundParts, control: Control, step: Reconcile): Promise<number> {
  const { store, gateway, clock } = parts;
  const { epoch } = control;
  // Commands of former epochs that the provider may have, in order.
  const rows = await store.db
    .selectFrom('commands')
    .selectAll()
    .where('status', '=', sql.lit('queued'))
    .where('active_epoch', '<>', epoch)
    .where('uid', 'is not', null)
    .orderBy('id')
    .limit(GATEWAY_LIST)
    .execute();
  if (rows.length === 0) {
    await writeStep(store.db, step, async (tx) => {
      await goOnInEpoch(tx, epoch, isoTime(clock.now()));
      await putReconcile(tx, { ...step, phase: 'theirs' });
    });
    return 1;
  }
  const questions = rows.map((row) => ({ key: commandKey(row), wasSent: false }));
  const answers = await usable(parts, control, await gateway.ask(questions));
  if (!answers) return 0;
  await writeStep(store.db, step, async (tx) => {
    for (const row of rows) {
      const outcome = answers.get(commandKey(row));
      if (outcome) await takeAnswer(parts, tx, row, outcome, epoch);
    }
  });
  if (rows.every((row) => answers.has(commandKey(row)))) return rows.length;
  await usable(parts, control, { kind: 'faulty', reason: NOT_EACH });
  return 0;
}

/**
 * Takes one step of the comparison after a restore. First it asks the provider about commands queued here, then it
 * reads the provider's lists. Commands already sent are asked about afterwards, as usual. Nothing is sent meanwhile.
 * Returns how many commands it looked at; 0 without a comparison, or without a usable reply.
 */
export async function reconcileRound(parts: RoundParts, control: Control): Promise<number> {
  const { store, gateway } = parts;
  const step = await readReconcile(store.db);
  if (!step) return 0;
  if (step.phase === 'queued') return askOfQueued(parts, control, step);
  const [epoch, ...later] = step.epochs;
  if (epoch === undefined) {
    await writeStep(store.db, step, overReconcile);
    return 1;
  }
  const answer = await usable(parts, control, await gateway.list(epoch, step.cursor));
  if (!answer) return 0;
  const { commands, next } = answer;
  if (next !== '' && (next === step.cursor || step.pages >= MOST_PAGES)) {
    await usable(parts, control, { kind: 'faulty', reason: ENDLESS });
    return 0;
  }
  const uids = commands.map(({ key }) => partsOfKey(key)?.uid ?? '');
  await writeStep(store.db, step, async (tx) => {
    const known = await findByUid(tx, uids);
    for (const [index, one] of commands.entries()) {
      const uid = uids[index] ?? '';
      const isChanged = uids.indexOf(uid) < index;
      await takeFound(parts, tx, one, isChanged ? await holdCommand(tx, uid) : known.get(uid));
    }
    const after = next === '' ? { epochs: later, cursor: '', pages: 0 } : { cursor: next, pages: step.pages + 1 };
    await putReconcile(tx, { ...step, ...after });
  });
  return Math.max(1, commands.length);
}
