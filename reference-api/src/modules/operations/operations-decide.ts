import { setImmediate } from 'node:timers/promises';
import type { CommandState } from '@device-console/shared-lib/contract';
import { DECIDE_COMMANDS } from '@device-console/shared-lib/contract/server';
import { commandKey, partsOfKey } from '../../core/gateway/provider-protocol.ts';
import { MalformedRequest } from '../../core/errors/request-errors.ts';
import { readControl } from '../../core/store/dispatch.ts';
import { addFigures, periodOf } from './gateway-figures.ts';
import {
  cancelUnsent,
  commandById,
  findByUid,
  idsAfter,
  retryCommand,
  type CommandFilter,
} from './command-decisions.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoAfter, isoTime } from '../../core/time/clock.ts';
import { recordCall } from '../../core/audit/audit.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';

const PART = 100;
/** Most commands that an answer lists as not done. */
const NAMED = 1_000;

type Decision = 'retry' | 'cancel';

interface NotDone {
  readonly key: string;
  readonly why: string;
}

interface Decided {
  readonly done: number;
  readonly notDone: number;
  readonly items: NotDone[];
  readonly next: string;
}

const notCancelled: Readonly<Partial<Record<CommandState, string>>> = {
  queued: 'It may have been sent already.',
  sent: 'The provider has it.',
};

async function notDone(db: Database, id: number, why?: string): Promise<NotDone> {
  const row = await commandById(db, id).executeTakeFirst();
  if (!row) return { key: '', why: 'There is no such command.' };
  return { key: commandKey(row), why: why ?? notCancelled[row.status] ?? `It is ${row.status}.` };
}

/** Decides on a few commands in one transaction; returns those left unchanged, and why. */
function decidePart(
  { db, platform, actor }: CallContext,
  decision: Decision,
  ids: readonly number[],
  reason: string,
): Promise<readonly NotDone[]> {
  const now = platform.clock.now();
  const at = isoTime(now);
  return inTransaction(db, async (tx) => {
    const { epoch } = await readControl(tx);
    const refused: NotDone[] = [];
    if (decision === 'cancel') {
      const cancelled = await cancelUnsent(tx, ids, `Cancelled by ${actor.email}: ${reason}`, at);
      for (const id of ids) if (!cancelled.has(id)) refused.push(await notDone(tx, id));
      await addFigures(tx, periodOf(now), new Map([['cancelled', cancelled.size]]));
      return refused;
    }
    const expiresAt = isoAfter(now, platform.commands.lifetime);
    for (const id of ids) {
      const why = await retryCommand(tx, id, { at, expiresAt, epoch });
      if (why !== null) refused.push(await notDone(tx, id, why));
    }
    return refused;
  });
}

/** Decides on a few commands at a time and yields in between, so that other calls run. Audits how many were done. */
async function decideOn(
  context: CallContext,
  call: string,
  decision: Decision,
  ids: readonly number[],
  reason: string,
): Promise<Omit<Decided, 'next'>> {
  const refused: NotDone[] = [];
  for (let at = 0; at < ids.length; at += PART) {
    refused.push(...(await decidePart(context, decision, ids.slice(at, at + PART), reason)));
    await setImmediate();
  }
  const done = ids.length - refused.length;
  await recordCall(context, { call, message: `${decision}: ${done} of ${ids.length} commands. ${reason}` });
  return { done, notDone: refused.length, items: refused.slice(0, NAMED) };
}

/** Reads the id of the last command from a cursor; undefined at the beginning. */
export function placeOf(field: string, place: string | undefined): number | undefined {
  if (place === undefined || place === '') return undefined;
  if (!/^\d{1,15}$/.test(place)) throw new MalformedRequest(`${field}: it is none of this call.`);
  return Number(place);
}

/** Decides on the commands that match a filter after a place, at most {@link DECIDE_COMMANDS}. */
export async function decideByFilter(
  context: CallContext,
  call: string,
  decision: Decision,
  filter: CommandFilter,
  { after, reason }: { readonly after?: string | undefined; readonly reason: string },
): Promise<Decided> {
  const meant = decision === 'cancel' ? { unsent: true, ...filter, state: filter.state ?? 'queued' } : filter;
  if (meant.state === undefined) throw new MalformedRequest(`${call}: a retry by a filter names a state.`);
  const ids = await idsAfter(context.db, meant, placeOf('after', after) ?? 0, DECIDE_COMMANDS + 1);
  const now = ids.slice(0, DECIDE_COMMANDS);
  const decided = await decideOn(context, call, decision, now, reason);
  return { ...decided, next: ids.length > DECIDE_COMMANDS ? String(now.at(-1) ?? '') : '' };
}

export function answerOf(decided: Decided) {
  const rest = decided.next === '' ? '' : ' There are more.';
  const message = `${decided.done} done, ${decided.notDone} not.${rest}`;
  return { status: 'success' as const, message, ...decided };
}

export const operationsDecide: Service<'operationsDecide'> = async (context, body) => {
  const { decision, reason, keys, filter } = body;
  const call = 'operationsDecide.php';
  if ((keys === undefined) === (filter === undefined))
    throw new MalformedRequest(`${call}: either keys or a filter says which commands are meant.`);
  if (filter) return answerOf(await decideByFilter(context, call, decision, filter, body));
  const named = new Map((keys ?? []).map((key) => [partsOfKey(key)?.uid ?? '', key]));
  const known = await findByUid(context.db, [...named.keys()]);
  const unknown = [...named].filter(([uid]) => !known.has(uid));
  const ids = [...known.values()].map(({ id }) => id);
  const decided = await decideOn(context, call, decision, ids, reason);
  return answerOf({
    done: decided.done,
    notDone: decided.notDone + unknown.length,
    next: '',
    items: [...decided.items, ...unknown.map(([, key]) => ({ key, why: 'There is no such command.' }))].slice(0, NAMED),
  });
};

/** Cancels the unsent commands of a batch; lists queued ones that may have been sent as not done. */
export const operationsCancelBatch: Service<'operationsCancelBatch'> = async (context, body) => {
  const call = 'operationsCancelBatch.php';
  const filter = { batchId: body.batchId, unsent: false };
  return answerOf(await decideByFilter(context, call, 'cancel', filter, body));
};
