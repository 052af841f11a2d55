import { commandStates } from '@device-console/shared-lib/contract';
import { ACKNOWLEDGED_STEP } from '../../core/gateway/tally.ts';
import { readControl, type Reconcile } from '../../core/store/dispatch.ts';
import { countInState, figuresSince, newestErrors, PERIOD, periodOf } from '../../core/store/gateway-figures.ts';
import { commandsByStatus } from '../../core/store/home-overview.ts';
import { oldestInState } from './command-decisions.ts';
import { countUndecided } from '../../core/store/reconcile.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter, isoTime } from '../../core/time/clock.ts';
import type { Service } from '../../core/calls/context.ts';
import { loadTime } from '../../core/time/load-times.ts';

const HOURS = 6;
const ERRORS = 20;

type Figure = Awaited<ReturnType<typeof figuresSince>>[number];

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

/** Every period of the last hours, also those in which nothing happened. */
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

/** Of the commands that were asked for within a day, those that the phones have done. */
async function acknowledgedOfDay(db: Database, now: Date): Promise<number> {
  // Another instance's clock may be ahead.
  const day = { from: isoAfter(now, -DAY), before: isoAfter(now, DAY) };
  return (await commandsByStatus(db, null, day)).find(({ status }) => status === 'acknowledged')?.count ?? 0;
}

/** The queue by state, with the oldest of each. What the phones have done is counted of a day alone. */
async function statesOf(db: Database, acknowledged: number) {
  const rows: { state: string; count: number; oldest: string }[] = [];
  for (const state of commandStates)
    rows.push(
      state === 'acknowledged'
        ? { state, count: acknowledged, oldest: '' }
        : { state, count: await countInState(db, state), oldest: await oldestInState(db, state) },
    );
  return rows;
}

/** How the comparison after a restore stands. */
export async function reconcileState(db: Database, step: Reconcile | undefined): Promise<string> {
  if (!step) return '';
  if (step.phase !== 'asked') return 'asking';
  return (await countUndecided(db)) > 0 ? 'undecided' : 'done';
}

/** How dispatch stands, and what the queue and the provider did lately. */
export const operations: Service<'operations'> = async ({ db, platform }, { hours = HOURS }) => {
  const now = platform.clock.now();
  const { gateway, perMinute } = platform.commands;
  const { dispatch, wait, reconcile } = await readControl(db);
  const figures = await figuresSince(db, periodOf(new Date(isoAfter(now, -hours * HOUR))));
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
    reconcile: await reconcileState(db, reconcile),
    unread: reconcile?.unread ? 'yes' : '',
    states: await statesOf(db, await acknowledgedOfDay(db, now)),
    providerErrors: await newestErrors(db, ERRORS),
    periods: periodsOf(figures, hours, now),
  };
};
