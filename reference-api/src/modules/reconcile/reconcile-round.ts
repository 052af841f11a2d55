import type { Stop } from '../../core/gateway/deliver.ts';
import {
  GATEWAY_LIST,
  type GatewayOutcome,
  type GatewayReply,
  type ProviderCommand,
} from '../../core/gateway/device-gateway.ts';
import { cleanReason, commandKey, partsOfKey } from '../../core/gateway/provider-protocol.ts';
import type { Tally } from '../../core/gateway/tally.ts';
import type { HeldRound, NoteWait, WorkerParts } from '../../core/gateway/worker-parts.ts';
import type { CommandRow } from '../../core/store/commands.ts';
import type { Control } from '../../core/store/dispatch.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { activate, commandsToCompare, findByUid, putDifferences, type ReconcileTable } from './reconcile-rows.ts';
import { holdReconcile, putReconcile, readReconcile, type Reconcile } from './reconcile-state.ts';

/** Pages of an epoch's list: ten million commands. */
const MOST_PAGES = 20_000;
const ENDLESS = "The provider's list of what it has does not end. A superadmin may end the comparison.";

type Compared = Extract<CommandRow['status'], 'queued' | 'sent' | 'unknown'>;

const phases: readonly Reconcile['phase'][] = ['queued', 'sent', 'unknown', 'theirs', 'asked'];

const nextPhase = (phase: Reconcile['phase']): Reconcile['phase'] => phases[phases.indexOf(phase) + 1] ?? 'asked';

/** In what the provider's word differs from an open command here; undefined where both agree. */
function differenceOf(ours: Compared, theirs: GatewayOutcome): ReconcileTable['differs'] | undefined {
  if (theirs.status !== 'unknown-key') return ours === 'sent' && theirs.status === 'accepted' ? undefined : 'further';
  if (ours === 'unknown') return undefined;
  return ours === 'queued' ? 'not-there' : 'lost';
}

const theirsOf = (outcome: GatewayOutcome): ReconcileTable['theirs'] =>
  outcome.status === 'unknown-key' ? '' : outcome.status;
const reasonOf = (outcome: GatewayOutcome): string => (outcome.status === 'failed' ? cleanReason(outcome.reason) : '');

/** Writes one step where nobody has taken it meanwhile. */
function writeStep(
  db: Database,
  before: Reconcile,
  after: Reconcile,
  write: (tx: Database) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const held = await holdReconcile(tx);
    if (JSON.stringify(held) !== JSON.stringify(before)) return;
    await write(tx);
    await putReconcile(tx, after);
  });
}

/** A reply that cannot be used counts as none: the question is put again. */
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

async function compareOurs(
  { store, clock }: WorkerParts,
  epoch: string,
  step: Reconcile,
  rows: readonly CommandRow[],
  answers: ReadonlyMap<string, GatewayOutcome>,
): Promise<void> {
  const state = step.phase as Compared;
  const at = isoTime(clock.now());
  const compared = rows.flatMap((row) => {
    const outcome = answers.get(commandKey(row));
    return outcome ? [{ row, outcome, differs: differenceOf(state, outcome) }] : [];
  });
  const agreed = compared.filter(({ differs }) => differs === undefined);
  const after = {
    ...step,
    after: rows.at(-1)?.id ?? step.after,
    asked: step.asked + rows.length,
    agreed: step.agreed + agreed.length,
  };
  await writeStep(store.db, step, after, async (tx) => {
    await activate(
      tx,
      agreed.map(({ row }) => row.id),
      epoch,
    );
    await putDifferences(
      tx,
      compared.flatMap(({ row, outcome, differs }) =>
        differs === undefined
          ? []
          : [
              {
                key: commandKey(row),
                command_id: row.id,
                imei: row.imei,
                action: row.action,
                ours: row.status,
                theirs: theirsOf(outcome),
                reason: reasonOf(outcome),
                differs,
                decision: '' as const,
                decided_by: '',
                decided_at: null,
                at: row.created_at || at,
              },
            ],
      ),
    );
  });
}

/** True for what was closed here and goes on, or was done, at the provider; by a key of before a retry also if open. */
function isFurther(row: CommandRow, uid: string, outcome: GatewayOutcome): boolean {
  if (row.uid !== uid) return outcome.status === 'acknowledged' && row.status !== 'acknowledged';
  const closed = row.status === 'failed' || row.status === 'expired' || row.status === 'cancelled';
  return closed && (outcome.status === 'acknowledged' || (outcome.status === 'accepted' && row.status !== 'failed'));
}

async function compareTheirs(
  { store, clock }: WorkerParts,
  step: Reconcile,
  { commands, next }: { readonly commands: readonly ProviderCommand[]; readonly next: string },
): Promise<void> {
  const known = await findByUid(
    store.db,
    commands.map(({ key }) => partsOfKey(key)?.uid ?? ''),
  );
  const at = isoTime(clock.now());
  const rows = commands.flatMap(({ key, imei, action, outcome, receivedAt }) => {
    const uid = partsOfKey(key)?.uid ?? '';
    const row = known.get(uid);
    if (row && !isFurther(row, uid, outcome)) return [];
    return [
      {
        key,
        command_id: row?.id ?? null,
        imei,
        action,
        ours: row?.status ?? ('' as const),
        theirs: theirsOf(outcome),
        reason: reasonOf(outcome),
        differs: row ? ('further' as const) : ('not-here' as const),
        decision: '' as const,
        decided_by: '',
        decided_at: null,
        at: Number.isNaN(Date.parse(receivedAt)) ? at : isoTime(new Date(receivedAt)),
      },
    ];
  });
  const [, ...later] = step.epochs;
  const after: Reconcile = {
    ...step,
    asked: step.asked + commands.length,
    ...(next === '' ? { epochs: later, cursor: '', pages: 0 } : { cursor: next, pages: step.pages + 1 }),
  };
  await writeStep(store.db, step, after, (tx) => putDifferences(tx, rows));
}

/**
 * Takes one step of the comparison after a restore: first the provider is asked about what is open here, then for what
 * it has. Nothing is sent meanwhile. Returns how many commands it looked at.
 */
export const reconcileRound: HeldRound = async (parts, control, noteWait, tally) => {
  const { store, gateway } = parts;
  const step = await readReconcile(store.db);
  if (!step || step.phase === 'asked') return 0;
  if (step.phase === 'theirs') {
    const [epoch] = step.epochs;
    if (epoch === undefined) {
      await writeStep(store.db, step, { ...step, phase: 'asked' }, async () => undefined);
      return 1;
    }
    const answer = await usable(await gateway.list(epoch, step.cursor), control, noteWait, tally);
    if (!answer) return 0;
    if (answer.next !== '' && (answer.next === step.cursor || step.pages >= MOST_PAGES)) {
      await usable({ kind: 'faulty', reason: ENDLESS }, control, noteWait, tally);
      return 0;
    }
    await compareTheirs(parts, step, answer);
    return Math.max(1, answer.commands.length);
  }
  const rows = await commandsToCompare(store.db, step.phase, {
    epoch: control.epoch,
    after: step.after,
    limit: GATEWAY_LIST,
  });
  if (rows.length === 0) {
    await writeStep(store.db, step, { ...step, phase: nextPhase(step.phase), after: 0 }, async () => undefined);
    return 1;
  }
  const questions = rows.map((row) => ({ key: commandKey(row), wasSent: step.phase !== 'queued' }));
  const answers = await usable(await gateway.ask(questions), control, noteWait, tally);
  if (!answers) return 0;
  const isWhole = rows.every((row) => answers.has(commandKey(row)));
  const reason = 'The provider did not answer for every command that it was asked about.';
  if (!isWhole) await usable({ kind: 'faulty', reason }, control, noteWait, tally);
  else await compareOurs(parts, control.epoch, step, rows, answers);
  return isWhole ? rows.length : 0;
};
