import { setImmediate } from 'node:timers/promises';
import { type CommandState, commandStates, type BodyOf, type calls } from '@device-console/shared-lib/contract';
import { DECIDE_COMMANDS } from '@device-console/shared-lib/contract/server';
import { commandKey, partsOfKey } from '../../core/gateway/provider-protocol.ts';
import { MalformedRequest } from '../../core/errors/request-errors.ts';
import { readControl, putDispatch, putWait } from '../../core/store/dispatch.ts';
import { addFigures, periodOf, ACKNOWLEDGED_STEP, countInState, PERIOD } from './gateway-figures.ts';
import {
  cancelUnsent,
  commandById,
  findByUid,
  idsAfter,
  retryCommand,
  type CommandFilter,
  commandsBefore,
} from './command-decisions.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoAfter, isoTime, DAY, HOUR } from '../../core/time/clock.ts';
import { recordCall } from '../../core/audit/audit.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { commandsByStatus } from '../overview/index.ts';
import { goOnUncompared } from './reconcile.ts';
import { sql, type Selectable } from 'kysely';
import type { Schema } from '../../core/store/schema.ts';
import { loadTime } from '../telemetry/load-times.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { expiryOf } from '../../core/gateway/worker-parts.ts';
import type { ApiModule } from '../../core/module.ts';

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
function decidePart({ db, platform, actor }: CallContext, decision: Decision, ids: readonly number[], reason: string) {
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
function placeOf(field: string, place: string | undefined): number | undefined {
  if (place === undefined || place === '') return undefined;
  if (!/^\d{1,15}$/.test(place)) throw new MalformedRequest(`${field}: it is none of this call.`);
  return Number(place);
}

/** Decides on the commands that match a filter after a place, at most {@link DECIDE_COMMANDS}. */
async function decideByFilter(
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

function answerOf(decided: Decided) {
  const rest = decided.next === '' ? '' : ' There are more.';
  const message = `${decided.done} done, ${decided.notDone} not.${rest}`;
  return { status: 'success' as const, message, ...decided };
}

const operationsDecide: Service<'operationsDecide'> = async (context, body) => {
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
const operationsCancelBatch: Service<'operationsCancelBatch'> = async (context, body) => {
  const call = 'operationsCancelBatch.php';
  const filter = { batchId: body.batchId, unsent: false };
  return answerOf(await decideByFilter(context, call, 'cancel', filter, body));
};

const HOURS = 6;
const ERRORS = 20;

type Figure = Selectable<Schema['gateway_figures']>;

const sumOf = (figures: readonly Figure[], name: string): number =>
  figures.filter((figure) => figure.name === name).reduce((sum, { count }) => sum + count, 0);

const measured = (figures: readonly Figure[], name: string): number | null =>
  figures.find((figure) => figure.name === name)?.count ?? null;

function times(figures: readonly Figure[]) {
  const steps = figures
    .filter(({ name }) => name.startsWith(ACKNOWLEDGED_STEP))
    .map(({ name, count }) => ({ step: Number(name.slice(ACKNOWLEDGED_STEP.length)), loads: count }))
    .toSorted((left, right) => left.step - right.step);
  return { p50: loadTime(steps, 0.5), p95: loadTime(steps, 0.95) };
}

function periodRow(at: string, figures: readonly Figure[]) {
  const of = (name: string) => sumOf(figures, name);
  return {
    at,
    queued: measured(figures, 'waiting'),
    sent: measured(figures, 'unanswered'),
    acknowledged: of('acknowledged'),
    failed: of('failed'),
    expired: of('expired'),
    unknown: of('unknown'),
    cancelled: of('cancelled'),
    errors: of('errors'),
    ...times(figures),
  };
}

/** Returns every period of the last hours, including those in which nothing happened. */
function periodsOf(figures: readonly Figure[], hours: number, now: Date) {
  const last = Date.parse(periodOf(now));
  const count = (hours * HOUR) / PERIOD;
  const byPeriod = new Map<string, Figure[]>();
  for (const figure of figures) byPeriod.set(figure.period, [...(byPeriod.get(figure.period) ?? []), figure]);
  return Array.from({ length: count }, (_, index) => {
    const at = isoTime(new Date(last - (count - 1 - index) * PERIOD));
    return periodRow(at, byPeriod.get(at) ?? []);
  });
}

/** Counts the queue by state, with the oldest of each; acknowledged commands only for the last 24 hours. */
async function statesOf(db: Database, now: Date) {
  // Another instance's clock may be ahead.
  const day = { from: isoAfter(now, -DAY), before: isoAfter(now, DAY) };
  const ofDay = await commandsByStatus(db, null, day);
  const rows: { state: string; count: number; oldest: string }[] = [];
  for (const state of commandStates) {
    if (state === 'acknowledged') {
      rows.push({ state, count: ofDay.find(({ status }) => status === state)?.count ?? 0, oldest: '' });
      continue;
    }
    const [oldest] = await db
      .selectFrom('commands')
      .select('created_at')
      .where('status', '=', sql.lit(state))
      .orderBy('id')
      .limit(1)
      .execute();
    rows.push({ state, count: await countInState(db, state), oldest: oldest?.created_at ?? '' });
  }
  return rows;
}

/** Reports the state of dispatch, and recent figures of the queue and the provider. */
const operationsNow: Service<'operations'> = async ({ db, platform }, { hours = HOURS }) => {
  const now = platform.clock.now();
  const { gateway, perMinute } = platform.commands;
  const { dispatch, wait, isHeld } = await readControl(db);
  const figures = await db
    .selectFrom('gateway_figures')
    .selectAll()
    .where('period', '>=', periodOf(new Date(isoAfter(now, -hours * HOUR))))
    .orderBy('period')
    .orderBy('name')
    .execute();
  const providerErrors = await db
    .selectFrom('gateway_errors')
    .select(['at', 'count', 'message'])
    .orderBy('period', 'desc')
    .orderBy('at', 'desc')
    .limit(ERRORS)
    .execute();
  const isWaiting = wait !== undefined && Date.parse(wait.until) > now.getTime();
  return {
    status: 'success',
    message: '',
    dispatch: dispatch.state,
    why: dispatch.why,
    by: dispatch.by,
    since: dispatch.at,
    waitsUntil: isWaiting ? wait.until : '',
    waitsFor: isWaiting ? wait.why : '',
    gateway: gateway.name,
    simulated: gateway.simulated ? 'yes' : 'no',
    commandsPerMinute: perMinute ?? null,
    reconcile: isHeld ? 'asking' : '',
    states: await statesOf(db, now),
    providerErrors,
    periods: periodsOf(figures, hours, now),
  };
};

const CALL = 'operationsDispatch.php';

const UNREAD =
  "The provider's list was not read to its end: it may have commands that this database does not know yet.";

type Turn = Pick<BodyOf<(typeof calls)['operationsDispatch']>, 'dispatch' | 'reason'>;

async function turn(context: CallContext, { dispatch: state, reason }: Turn): Promise<void> {
  const { db, platform, actor } = context;
  const at = isoTime(platform.clock.now());
  await inTransaction(db, async (tx) => {
    const { dispatch: before, isHeld } = await readControl(tx);
    if (state === 'running') {
      if (isHeld) await goOnUncompared(tx, at);
      await putWait(tx, undefined);
    }
    await putDispatch(tx, { state, why: reason, by: actor.email, at });
    const text = `Dispatch is ${state}. ${reason}${isHeld && state === 'running' ? ` ${UNREAD}` : ''}`;
    await recordCall({ ...context, db: tx }, { call: CALL, message: text, before: { dispatch: before.state } });
  });
}

/** Pauses or resumes dispatch; with `cancelQueued`, a pause also cancels all unsent commands. */
const operationsDispatch: Service<'operationsDispatch'> = async (context, body) => {
  const { dispatch, cancelQueued = false, after } = body;
  if (cancelQueued && dispatch === 'running') throw new BusinessError('Dispatch has to be paused for this.');
  // If a cancellation continues, dispatch is paused already.
  if (after === undefined || after === '') await turn(context, body);
  if (!cancelQueued)
    return { ...answerOf({ done: 0, notDone: 0, items: [], next: '' }), message: `Dispatch is ${dispatch}.` };
  return answerOf(await decideByFilter(context, CALL, 'cancel', {}, body));
};

const operationsCommands: Service<'operationsCommands'> = async ({ db, platform }, body) => {
  const { limit, cursor, ...filter } = body;
  const rows = await commandsBefore(db, filter, placeOf('cursor', cursor), limit + 1);
  const page = rows.slice(0, limit);
  return {
    status: 'success',
    message: '',
    next: rows.length > limit ? String(page.at(-1)?.id ?? '') : '',
    items: page.map((row) => ({
      key: commandKey(row),
      imei: row.imei,
      action: row.action,
      user: row.user_email,
      createdAt: row.created_at,
      expiresAt: expiryOf(row, platform.commands.lifetime),
      updatedAt: row.updated_at,
      state: row.status,
      reason: row.failure,
      attempts: row.attempts,
      nextAttemptAt: row.status === 'queued' || row.status === 'sent' ? row.next_attempt_at : '',
      batchId: row.batch_id ?? '',
      approvedBy: row.approved_by ?? '',
      maybeSent: row.handed_at === null ? 'no' : 'yes',
    })),
  };
};

/** Superadmins' view of the queue and the provider, and their decisions. */
export const operations = {
  name: 'operations',
  services: {
    operations: operationsNow,
    operationsCommands,
    operationsDecide,
    operationsDispatch,
    operationsCancelBatch,
  },
} as const satisfies ApiModule;
