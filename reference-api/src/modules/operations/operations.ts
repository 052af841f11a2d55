import { commandStates, type BodyOf, type calls } from '@device-console/shared-lib/contract';
import { ACKNOWLEDGED_STEP, countInState, PERIOD, periodOf } from './gateway-figures.ts';
import { readControl, putDispatch, putWait } from '../../core/store/dispatch.ts';
import { commandsByStatus } from '../overview/home-figures.ts';
import { commandsBefore } from './command-decisions.ts';
import { askAgain, endReconcile, reconcileState } from './reconcile.ts';
import { sql, type Selectable } from 'kysely';
import type { Schema } from '../../core/store/schema.ts';
import { type Database, inTransaction } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter, isoTime } from '../../core/time/clock.ts';
import type { Service, CallContext } from '../../core/calls/context.ts';
import { loadTime } from '../telemetry/load-times.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { answerOf, decideByFilter, placeOf } from './operations-decide.ts';
import { expiryOf } from '../../core/gateway/worker-parts.ts';
import { commandKey } from '../../core/gateway/provider-protocol.ts';
import { recordCall } from '../../core/audit/audit.ts';

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
export const operations: Service<'operations'> = async ({ db, platform }, { hours = HOURS }) => {
  const now = platform.clock.now();
  const { gateway, perMinute } = platform.commands;
  const { dispatch, wait } = await readControl(db);
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
    reconcile: await reconcileState(db),
    states: await statesOf(db, now),
    providerErrors,
    periods: periodsOf(figures, hours, now),
  };
};

const CALL = 'operationsDispatch.php';

const ASKING = 'The provider is still asked what it has of the commands of before the restore. Dispatch stays paused.';
const UNREAD = "The provider's list was not read to its end: it may have commands that this database does not know.";

type Turn = Pick<BodyOf<(typeof calls)['operationsDispatch']>, 'dispatch' | 'reason' | 'comparison'>;

async function turn(context: CallContext, { dispatch: state, reason, comparison }: Turn): Promise<void> {
  const { db, platform, actor } = context;
  const at = isoTime(platform.clock.now());
  await inTransaction(db, async (tx) => {
    const { dispatch: before, isHeld } = await readControl(tx);
    if (comparison === 'ask') await askAgain(tx);
    if (comparison === 'end') await endReconcile(tx, at);
    if (state === 'running') {
      if (isHeld) throw new BusinessError(ASKING);
      await putWait(tx, undefined);
    }
    await putDispatch(tx, { state, why: reason, by: actor.email, at });
    const unread = comparison === 'end' && (await reconcileState(tx)) === 'unread' ? ` ${UNREAD}` : '';
    const text = `Dispatch is ${state}. ${reason}${unread}`;
    await recordCall({ ...context, db: tx }, { call: CALL, message: text, before: { dispatch: before.state } });
  });
}

/** Pauses or resumes dispatch; with `cancelQueued`, a pause also cancels all unsent commands. */
export const operationsDispatch: Service<'operationsDispatch'> = async (context, body) => {
  const { dispatch, comparison, cancelQueued = false, after } = body;
  if ((cancelQueued || comparison !== undefined) && dispatch === 'running')
    throw new BusinessError('Dispatch has to be paused for this.');
  // If a cancellation continues, dispatch is paused already.
  if (after === undefined || after === '') await turn(context, body);
  if (!cancelQueued)
    return { ...answerOf({ done: 0, notDone: 0, items: [], next: '' }), message: `Dispatch is ${dispatch}.` };
  return answerOf(await decideByFilter(context, CALL, 'cancel', {}, body));
};

export const operationsCommands: Service<'operationsCommands'> = async ({ db, platform }, body) => {
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
