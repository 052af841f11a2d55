import { createHash } from 'node:crypto';
import type { AnswerOf, BodyOf, calls, RemoteFailureReport, RemoteLoad } from '@device-console/shared-lib/contract';
import { failureKey, redactStack, redactText } from '@device-console/shared-lib/telemetry';
import { HOUR, isoAfter, isoTime, MINUTE, secondsUntil } from '../../core/time/clock.ts';
import { TooManyRequests } from '../../core/errors/request-errors.ts';
import { countAttempt } from '../../core/store/attempts.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import {
  addLoads,
  countFailure,
  countFailureKinds,
  failureKindsSince,
  failuresSince,
  findFailure,
  insertFailure,
  loadsSince,
} from './telemetry-rows.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import type { NewFailure } from './failure-notices.ts';
import { loadTime, stepOf } from './load-times.ts';

type ReportBody = BodyOf<(typeof calls)['platformReport']>;
type FiguresRow = AnswerOf<(typeof calls)['platformFigures']>['items'][number];

const WINDOW = 15 * MINUTE;
/** Most reports of an account in 15 minutes; a page sends at most one every five seconds, usually two a minute. */
const REPORTS = 180;
/** Most kinds of failures that are counted separately per build. */
const KINDS = 200;
const FURTHER = {
  kind: 'other',
  message: 'Further kinds of failures of this build, which are not told apart.',
  stack: '',
  screen: '',
};
const KINDS_SHOWN = 50;

const hourOf = (at: string): string => at.slice(0, 13);

async function admitReport({ db, platform, actor }: CallContext): Promise<void> {
  const now = platform.clock.now();
  const subject = `report account ${actor.accountId}`;
  const { attempts, windowEndsAt } = await countAttempt(db, subject, isoTime(now), isoAfter(now, WINDOW));
  if (attempts > REPORTS) throw new TooManyRequests(secondsUntil(windowEndsAt, now), attempts - REPORTS);
}

function sumLoads(hour: string, loads: readonly RemoteLoad[]) {
  const rows = new Map<string, Parameters<typeof addLoads>[1][number]>();
  for (const { remote, version, release, source, ms } of loads) {
    const place = { hour, remote, version, release, source, step: stepOf(ms) };
    const key = JSON.stringify(place);
    rows.set(key, { ...place, loads: (rows.get(key)?.loads ?? 0) + 1 });
  }
  return [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
}

interface Kind {
  readonly id: number;
  readonly isNew: boolean;
}

const kindIn = ({ count: _count, sequence: _sequence, ...kind }: RemoteFailureReport) => kind;

/** Finds the kind of a failure, or stores it as a new one; above the limit it counts as `other`. */
async function kindOf(db: Database, failure: RemoteFailureReport, browser: string, at: string): Promise<Kind> {
  const fingerprint = createHash('sha256').update(failureKey(failure)).digest('hex');
  const known = await findFailure(db, fingerprint, at);
  if (known !== undefined) return { id: known, isNew: false };
  const met = kindIn(failure);
  if (met.kind !== FURTHER.kind && (await countFailureKinds(db, met.remote, met.release)) >= KINDS)
    return kindOf(db, { ...failure, ...FURTHER }, browser, at);
  const id = await insertFailure(db, { ...met, fingerprint, browser, first_at: at, last_at: at });
  return id === undefined ? kindOf(db, failure, browser, at) : { id, isNew: true };
}

/** Redacts again what the page should have redacted: pages cannot be trusted. */
function redacted(failure: RemoteFailureReport): RemoteFailureReport {
  return { ...failure, message: redactText(failure.message), stack: redactStack(failure.stack) };
}

async function record(
  db: Database,
  accountId: number,
  at: string,
  { browser, loads, failures }: ReportBody,
): Promise<readonly RemoteFailureReport[]> {
  await addLoads(db, sumLoads(hourOf(at), loads));
  const fresh: RemoteFailureReport[] = [];
  // One order everywhere prevents deadlocks between two reports.
  const ordered = failures.map(redacted).toSorted((left, right) => (failureKey(left) < failureKey(right) ? -1 : 1));
  for (const failure of ordered) {
    const { id, isNew } = await kindOf(db, failure, browser, at);
    await countFailure(db, { failureId: id, hour: hourOf(at), accountId, failures: failure.count });
    if (isNew) fresh.push(failure);
  }
  return fresh;
}

function noticeOf({ message: text, ...failure }: RemoteFailureReport): NewFailure {
  const { remote, owner, version, release, kind, screen, source, stack } = failure;
  return { remote, owner, version, release, text, failure: { kind, screen, source, stack } };
}

/** Stores a page's report about its remotes, and notifies the teams of new kinds of failures. */
export const platformReport: Service<'platformReport'> = async (context, body) => {
  const { db, platform, actor } = context;
  await admitReport(context);
  const at = isoTime(platform.clock.now());
  const fresh = await inTransaction(db, (tx) => record(tx, actor.accountId, at, body));
  for (const failure of fresh) platform.runInBackground(platform.failureNotices.tell(noticeOf(failure)));
  return { status: 'success', message: '' };
};

const keyOf = ({ remote, source, version, release }: Pick<FiguresRow, 'remote' | 'source' | 'version' | 'release'>) =>
  JSON.stringify([remote, source, version, release]);

async function figuresOfReleases(db: Database, since: string): Promise<FiguresRow[]> {
  const [loads, failures] = [await loadsSince(db, since), await failuresSince(db, since)];
  const builds = new Map([...loads, ...failures].map((row) => [keyOf(row), row]));
  const inOrder = [...builds].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return inOrder.map(([key, { remote, version, release, source }]) => {
    const steps = loads
      .filter((row) => keyOf(row) === key)
      .map((row) => ({ step: row.step, loads: Number(row.loads) }));
    const met = failures.find((row) => keyOf(row) === key);
    return {
      ...{ remote, version, release, source },
      loads: steps.reduce((total, step) => total + step.loads, 0),
      p50: loadTime(steps, 0.5),
      p95: loadTime(steps, 0.95),
      failures: Number(met?.failures ?? 0),
      operators: Number(met?.operators ?? 0),
    };
  });
}

/** Reports loads and failures of all operators in the last `hours`, counted by the hour. */
export const platformFigures: Service<'platformFigures'> = async ({ db, platform }, { hours }) => {
  const since = hourOf(isoAfter(platform.clock.now(), -hours * HOUR));
  const kinds = await failureKindsSince(db, since, KINDS_SHOWN);
  return {
    status: 'success',
    message: '',
    items: await figuresOfReleases(db, since),
    failures: kinds.map(({ id, failures, operators, first_at, last_at, fingerprint: _fingerprint, ...kind }) => ({
      ...kind,
      id: String(id),
      count: Number(failures),
      operators: Number(operators),
      firstAt: first_at,
      lastAt: last_at,
    })),
  };
};
