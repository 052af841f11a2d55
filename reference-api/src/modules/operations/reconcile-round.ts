import { sql } from 'kysely';
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
import type { Tally } from '../../core/gateway/tally.ts';
import type { HeldRound, NoteWait, WorkerParts } from '../../core/gateway/worker-parts.ts';
import { changeCommand, holdCommand, type CommandChange } from '../../core/store/command-queue.ts';
import { currentEpoch, type CommandRow } from '../../core/store/commands.ts';
import type { Control } from '../../core/store/dispatch.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { findByUid } from './command-decisions.ts';
import {
  goOnInEpoch,
  holdReconcile,
  overReconcile,
  putReconcile,
  readReconcile,
  type Reconcile,
} from './reconcile-state.ts';

/** Most pages of an epoch's list: ten million commands. */
const MOST_PAGES = 20_000;
const ENDLESS = "The provider's list of what it has does not end. A superadmin may end the comparison.";
const NOT_EACH = 'The provider did not answer for every command that it was asked about.';

/** Writes one step, unless another instance took it meanwhile. */
function writeStep(db: Database, before: Reconcile, write: (tx: Database) => Promise<void>): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (JSON.stringify(await holdReconcile(tx)) === JSON.stringify(before)) await write(tx);
  });
}

/** Returns the answer of a usable reply. Otherwise undefined: the failure is noted, and the question is asked again. */
async function usable<Answer>(
  reply: GatewayReply<Answer>,
  control: Control,
  noteWait: NoteWait,
  tally: Tally,
): Promise<Answer | undefined> {
  if (reply.kind === 'answered') {
    await noteWait(control, undefined, true);
    return reply.answer;
  }
  tally.failed(reply.reason);
  const stop: Stop =
    reply.kind === 'refused' || reply.kind === 'faulty'
      ? { kind: 'unreachable', reason: reply.reason, surelyNotTaken: false }
      : reply;
  await noteWait(control, stop, false);
  return undefined;
}

/** Takes the provider's answer about a command queued here; a command that it never had stays queued. */
async function takeAnswer(
  { gateway, clock }: WorkerParts,
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
  { gateway, clock }: WorkerParts,
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
const askOfQueued = async (
  step: Reconcile,
  ...[parts, control, noteWait, tally]: Parameters<HeldRound>
): Promise<number> => {
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
  const answers = await usable(await gateway.ask(questions), control, noteWait, tally);
  if (!answers) return 0;
  await writeStep(store.db, step, async (tx) => {
    for (const row of rows) {
      const outcome = answers.get(commandKey(row));
      if (outcome) await takeAnswer(parts, tx, row, outcome, epoch);
    }
  });
  if (rows.every((row) => answers.has(commandKey(row)))) return rows.length;
  await usable({ kind: 'faulty', reason: NOT_EACH }, control, noteWait, tally);
  return 0;
};

/**
 * Takes one step of the comparison after a restore. First it asks the provider about commands queued here, then it
 * reads the provider's lists. Commands already sent are asked about afterwards, as usual. Nothing is sent meanwhile.
 * Returns how many commands it looked at; 0 without a comparison, or without a usable reply.
 */
export const reconcileRound: HeldRound = async (parts, control, noteWait, tally) => {
  const { store, gateway } = parts;
  const step = await readReconcile(store.db);
  if (!step) return 0;
  if (step.phase === 'queued') return askOfQueued(step, parts, control, noteWait, tally);
  const [epoch, ...later] = step.epochs;
  if (epoch === undefined) {
    await writeStep(store.db, step, overReconcile);
    return 1;
  }
  const answer = await usable(await gateway.list(epoch, step.cursor), control, noteWait, tally);
  if (!answer) return 0;
  const { commands, next } = answer;
  if (next !== '' && (next === step.cursor || step.pages >= MOST_PAGES)) {
    await usable({ kind: 'faulty', reason: ENDLESS }, control, noteWait, tally);
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
};
