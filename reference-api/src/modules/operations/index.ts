import { setImmediate } from 'node:timers/promises';
import { commandStates, type BodyOf, type calls } from '@device-console/shared-lib/contract';
import { DECIDE_COMMANDS } from '@device-console/shared-lib/contract/server';
import { sql } from 'kysely';
import { commandKey, partsOfKey } from '../../core/gateway/provider-protocol.ts';
import { AuthorizationFailed, MalformedRequest } from '../../core/errors/request-errors.ts';
import { firstImeiOf } from '../../core/devices/named-device.ts';
import { readControl, putDispatch, putWait } from '../../core/store/dispatch.ts';
import { addFigures, createTallies, periodOf, ACKNOWLEDGED_STEP, countInState, PERIOD } from './gateway-figures.ts';
import { idsAfter } from '../../core/commands/cancel-unsent.ts';
import { commandsBefore, decide, findByUid } from './command-decisions.ts';
import type { Database } from '../../core/store/store.ts';
import { isoAfter, isoTime, DAY, HOUR } from '../../core/time/clock.ts';
import { recordCall } from '../../core/audit/audit.ts';
import type { Service } from '../../core/calls/context.ts';
import { commandsByStatus } from '../../core/commands/command-counts.ts';
import { beginReconcile, goOnUncompared, reconcileRound } from './reconcile.ts';
import { durationWithin } from '../../core/time/duration-steps.ts';
import { expiryOf } from '../../core/gateway/worker-parts.ts';
import type { ApiModule } from '../../core/module.ts';
import { schema } from './schema.ts';
import { change, polledRead, stepwiseChange } from '../../core/calls/call.ts';

const PART = 100;
/** Most commands that an answer lists as not done. */
const NAMED = 1_000;
const DECIDE = 'operationsDecide.php';

/** The id of the last command, from a cursor; undefined at the beginning. */
function idOf(field: string, place: string | undefined): number | undefined {
  if (place === undefined || place === '') return undefined;
  if (!/^\d{1,15}$/.test(place)) throw new MalformedRequest(`${field}: it is none of this call.`);
  return Number(place);
}

type DecideBody = BodyOf<(typeof calls)['operationsDecide']>;

/** The commands that a call names, where it goes on, and the keys of no command. */
/** A filter's phone, by either of its IMEIs: its commands have the first. */
const ofDevice = async <Filter extends { readonly imei?: string | undefined }>(db: Database, filter: Filter) =>
  filter.imei === undefined ? filter : { ...filter, imei: await firstImeiOf(db, filter.imei) };

async function meantBy(db: Database, { decision, keys = [], filter: given, after }: DecideBody) {
  if (given) {
    const filter = await ofDevice(db, given);
    const state = filter.state ?? (decision === 'cancel' ? 'queued' : undefined);
    if (state === undefined) throw new MalformedRequest(`${DECIDE}: a retry by a filter names a state.`);
    const ids = await idsAfter(db, { ...filter, state }, idOf('after', after) ?? 0, DECIDE_COMMANDS + 1);
    const now = ids.slice(0, DECIDE_COMMANDS);
    return { ids: now, next: ids.length > DECIDE_COMMANDS ? String(now.at(-1) ?? '') : '', unknown: [] };
  }
  const named = new Map(keys.map((key) => [partsOfKey(key)?.uid ?? '', key]));
  const known = await findByUid(db, [...named.keys()]);
  const unknown = [...named].flatMap(([uid, key]) => (known.has(uid) ? [] : [key]));
  return { ids: [...known.values()].map(({ id }) => id), next: '', unknown };
}

/** Decides on commands, a few in a transaction, and yields in between, so that other calls run. */
const operationsDecide: Service<'operationsDecide'> = async (context, body) => {
  const { db, platform, actor } = context;
  const { decision, reason } = body;
  if ((body.keys === undefined) === (body.filter === undefined))
    throw new MalformedRequest(`${DECIDE}: either keys or a filter says which commands are meant.`);
  const { ids, next, unknown } = await meantBy(db, body);
  const items: Awaited<ReturnType<typeof decide>>['notDone'] = [];
  let decided = 0;
  const audit = () => {
    const message = `${decision}: ${decided - items.length} of ${ids.length} commands. ${reason}`;
    return recordCall(context, { call: DECIDE, message });
  };
  while (decided < ids.length) {
    const part = ids.slice(decided, decided + PART);
    const now = platform.clock.now();
    const deciding = decide(db, actor, part, {
      ...{ decision, failure: `Cancelled by ${actor.email}: ${reason}` },
      ...{ at: isoTime(now), expiresAt: isoAfter(now, platform.commands.lifetime) },
    });
    const { notDone, cancelled } = await deciding.catch(async (error: unknown) => {
      // What was decided before the access ended stays.
      if (error instanceof AuthorizationFailed && decided > 0) await audit();
      throw error;
    });
    if (cancelled > 0) await platform.commandsCancelled(db, cancelled);
    items.push(...notDone);
    decided += part.length;
    await setImmediate();
  }
  const done = ids.length - items.length;
  await audit();
  items.push(...unknown.map((key) => ({ key, why: 'There is no such command.' })));
  const message = `${done} done, ${items.length} not.${next === '' ? '' : ' There are more.'}`;
  return { message, done, notDone: items.length, items: items.slice(0, NAMED), next };
};

const HOURS = 6;
const ERRORS = 20;

function periodRow(at: string, figures: ReadonlyMap<string, number>) {
  const of = (name: string) => figures.get(name) ?? 0;
  const steps = [...figures]
    .filter(([name]) => name.startsWith(ACKNOWLEDGED_STEP))
    .map(([name, loads]) => ({ step: Number(name.slice(ACKNOWLEDGED_STEP.length)), loads }))
    .toSorted((left, right) => left.step - right.step);
  return {
    at,
    queued: figures.get('waiting') ?? null,
    sent: figures.get('unanswered') ?? null,
    acknowledged: of('acknowledged'),
    failed: of('failed'),
    expired: of('expired'),
    unknown: of('unknown'),
    cancelled: of('cancelled'),
    errors: of('errors'),
    p50: durationWithin(steps, 0.5),
    p95: durationWithin(steps, 0.95),
  };
}

/** Every period of the last hours, including those in which nothing happened. */
async function periodsOf(db: Database, hours: number, now: Date) {
  const last = Date.parse(periodOf(now));
  const count = (hours * HOUR) / PERIOD;
  const rows = await db
    .selectFrom('gateway_figures')
    .selectAll()
    .where('period', '>', isoTime(new Date(last - count * PERIOD)))
    .execute();
  const byPeriod = new Map<string, Map<string, number>>();
  for (const row of rows)
    byPeriod.set(row.period, (byPeriod.get(row.period) ?? new Map<string, number>()).set(row.name, row.count));
  return Array.from({ length: count }, (_, index) => {
    const at = isoTime(new Date(last - (count - 1 - index) * PERIOD));
    return periodRow(at, byPeriod.get(at) ?? new Map<string, number>());
  });
}

/** The queue by state, with the oldest of each; acknowledged commands only for the last 24 hours. */
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
    const found = db.selectFrom('commands').select('created_at').where('status', '=', sql.lit(state));
    const oldest = await found.orderBy('id').limit(1).executeTakeFirst();
    rows.push({ state, count: await countInState(db, state), oldest: oldest?.created_at ?? '' });
  }
  return rows;
}

const operationsNow: Service<'operations'> = async ({ db, platform }, { hours = HOURS }) => {
  const now = platform.clock.now();
  const { gateway, perMinute } = platform.commands;
  const { dispatch, wait, isHeld } = await readControl(db);
  const providerErrors = await db
    .selectFrom('gateway_errors')
    .select(['at', 'count', 'message'])
    .orderBy('period', 'desc')
    .orderBy('at', 'desc')
    .limit(ERRORS)
    .execute();
  const isWaiting = wait !== undefined && Date.parse(wait.until) > now.getTime();
  return {
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
    periods: await periodsOf(db, hours, now),
  };
};

const UNREAD =
  "The provider's list was not read to its end: it may have commands that this database does not know yet.";

const operationsDispatch: Service<'operationsDispatch'> = async (context, { dispatch: state, reason }) => {
  const { db, platform, actor } = context;
  const at = isoTime(platform.clock.now());
  const { dispatch: before, isHeld } = await readControl(db);
  const isUncompared = isHeld && state === 'running';
  if (isUncompared) await goOnUncompared(db, at);
  if (state === 'running') await putWait(db, undefined);
  await putDispatch(db, { state, why: reason, by: actor.email, at });
  context.changedFrom({ dispatch: before.state });
  return { message: `Dispatch is ${state}. ${reason}${isUncompared ? ` ${UNREAD}` : ''}` };
};

const operationsCommands: Service<'operationsCommands'> = async ({ db, platform }, body) => {
  const { limit, cursor, ...given } = body;
  const filter = await ofDevice(db, given);
  const rows = await commandsBefore(db, filter, idOf('cursor', cursor), limit + 1);
  const page = rows.slice(0, limit);
  return {
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

export const operations = {
  name: 'operations',
  worker: ({ acknowledged }) => ({ tally: createTallies(acknowledged), held: reconcileRound }),
  platform: ({ clock }) => ({
    commandsCancelled: (db, count) => addFigures(db, periodOf(clock.now()), new Map([['cancelled', count]])),
  }),
  epochBegun: beginReconcile,
  schema,
  calls: {
    operations: { ...polledRead, run: operationsNow },
    operationsCommands: { ...polledRead, run: operationsCommands },
    operationsDecide: { ...stepwiseChange, run: operationsDecide },
    operationsDispatch: { ...change, run: operationsDispatch },
  },
} as const satisfies ApiModule;
