import { NEVER } from '../../core/store/command-queue.ts';
import type { CommandRow } from '../../core/store/commands.ts';
import type { KnoxStandIn } from './knox-stand-in.ts';

/** The call of each action, the state that it leads to, and the one on the way there. */
const knoxEffects: Readonly<
  Record<string, { readonly call: string; readonly done?: string; readonly under?: string }>
> = {
  lock: { call: 'devices/lock', done: 'Locked', under: 'Locking' },
  unlock: { call: 'devices/unlock', done: 'Active', under: 'Unlocking' },
  release: { call: 'devices/complete', done: 'Complete', under: 'Completing' },
  notify: { call: 'devices/sendMessage' },
};

/** True while Knox Guard says of the phone what acknowledges the command, or will. */
function isComing(row: CommandRow, knox: KnoxStandIn): boolean {
  const { done, under } = knoxEffects[row.action] ?? {};
  const status = knox.statusOf(row.imei);
  return status !== undefined && (status === done || status === under);
}

/** True while more may become known: of a message nothing does, a state may never come about, and asking ends. */
export function isOpenAtKnox(row: CommandRow, knox: KnoxStandIn): boolean {
  if (row.status === 'queued') return true;
  if (knoxEffects[row.action]?.done === undefined) return false;
  const isAsked = row.status === 'unknown' && row.next_attempt_at !== NEVER;
  return row.status === 'sent' || (isAsked && isComing(row, knox));
}

interface Taken {
  readonly call: string;
  /** Undefined: it is not ours. */
  readonly row: CommandRow | undefined;
}

/** What Knox Guard took of a phone, in order. A retried command has several transactions. */
function takenOf(imei: string, rows: readonly CommandRow[], knox: KnoxStandIn): readonly Taken[] {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const taken = knox.devices.get(imei)?.taken ?? [];
  return taken.map(({ call, transactionId }) => ({ call, row: byUid.get(transactionId.split('.')[0] ?? '') }));
}

/** True if the phone is in a state from before: by the last other command, as it began, or by a later one. */
function isThereByAnother(row: CommandRow, taken: readonly Taken[]): boolean {
  const call = knoxEffects[row.action]?.call;
  const changes = taken.filter((one) => one.call !== 'devices/sendMessage');
  const before = changes.findLast((one) => (one.row?.id ?? 0) < row.id);
  return (
    (before?.call ?? 'devices/unlock') === call ||
    changes.some((one) => one.call === call && (one.row?.id ?? 0) > row.id)
  );
}

const notCarriedOut: ReadonlySet<string> = new Set(['failed', 'expired', 'cancelled']);

function* wrongOfRow(row: CommandRow, taken: readonly Taken[], knox: KnoxStandIn): Generator<string> {
  const name = `${row.action} of ${row.imei} (${row.transaction_id}), ${row.status} "${row.failure}",`;
  const { done } = knoxEffects[row.action] ?? {};
  const times = taken.filter((one) => one.row === row).length;
  if (isOpenAtKnox(row, knox)) yield `${name} has no outcome, and the phone is ${knox.statusOf(row.imei)}`;
  if (notCarriedOut.has(row.status) && times > 0) yield `${name} was taken`;
  if (done === undefined) {
    if (times > 1) yield `${name} was sent ${times} times`;
    if (row.status === 'sent' && times === 0) yield `${name} was never taken`;
    if (row.status === 'acknowledged') yield `${name} is known to nobody`;
  } else if (row.status === 'acknowledged') {
    if (!knox.said.get(row.imei)?.has(done)) yield `${name} was never said to be done`;
    if (times === 0 && !knox.lied.has(row.imei) && !isThereByAnother(row, taken)) yield `${name} was never taken`;
  }
}

/**
 * Compares all commands of some phones with what Knox Guard took, by what it says of them. It recognises no repetition:
 * a lock that comes twice is the same state, while nothing that changes a phone may overtake its contrary, and no
 * message may come twice.
 */
export function* wrongOfKnox(
  rows: readonly CommandRow[],
  imeis: readonly string[],
  knox: KnoxStandIn,
): Generator<string> {
  for (const imei of imeis) {
    const taken = takenOf(imei, rows, knox);
    for (const row of rows) if (row.imei === imei) yield* wrongOfRow(row, taken, knox);
    for (const { call, row } of taken) {
      if (!row) yield `${imei} was sent a ${call} that is not ours`;
      else if (row.imei !== imei || knoxEffects[row.action]?.call !== call)
        yield `${imei} had a ${call} of ${row.action}`;
    }
    const changes = taken.flatMap(({ call, row }) => (row && knoxEffects[row.action]?.done ? [{ call, row }] : []));
    const overtakes = changes.some((late, index) =>
      changes.slice(0, index).some((one) => one.row.id > late.row.id && one.call !== late.call),
    );
    if (overtakes) yield `Knox Guard took of ${imei} ${changes.map(({ call, row }) => `${call} ${row.id}`).join(', ')}`;
    const last = rows.findLast((row) => row.imei === imei && changes.some((one) => one.row === row));
    if (last?.status === 'acknowledged' && !isComing(last, knox))
      yield `${imei} is ${knox.statusOf(imei)} after the ${last.action} that is called done`;
  }
}
