import {
  type RemoteFailureReport,
  type RemoteLoad,
  telemetryBounds,
  type TelemetryReport,
} from '@device-console/shared-lib/contract';
import { failureKey } from '@device-console/shared-lib/telemetry';
import { after } from '../common/timeout.ts';
import type { DescribedFailure } from './describe-failure.ts';

/** Milliseconds until waiting items are sealed, ready for the page to close. */
const SEALED_AFTER = 1_000;
/** Milliseconds until failures are sent, and until loads are. */
const FAILURES_AFTER = 5_000;
const LOADS_AFTER = 30_000;
/** Milliseconds without sending after a report that the server did not accept. */
const PAUSE = 300_000;

interface ReporterOptions {
  readonly queue: ReportQueue;
  readonly browser: string;
  /** False while nobody is logged in. */
  readonly maySend: () => boolean;
  readonly prepare: (report: TelemetryReport) => Promise<() => Promise<unknown>>;
}

interface Sealed {
  readonly report: TelemetryReport;
  readonly call: () => Promise<unknown>;
}

/** Drops reports that fail, and pauses: an operator never notices. */
export function createReporter({ queue, browser, maySend, prepare }: ReporterOptions) {
  let sealed: Sealed | null = null;
  // A report sealed meanwhile must not repeat what was sent.
  let gone = 0;
  let pausedUntil = 0;
  let due: { readonly at: number; readonly cancel: () => void } | null = null;
  let cancelSealing: (() => void) | null = null;

  function failed(): void {
    pausedUntil = Date.now() + PAUSE;
  }

  /** Null if there is nothing to send, or if some of it was sent meanwhile. */
  async function seal(): Promise<Sealed | null> {
    const report = maySend() && Date.now() >= pausedUntil ? queue.next(browser) : null;
    if (!report) return null;
    const before = gone;
    const call = await prepare(report).catch(() => null);
    if (gone !== before) return null;
    if (call) return { report, call };
    queue.settle(report);
    failed();
    return null;
  }

  /** Sends before it returns. */
  function send({ report, call }: Sealed): Promise<void> {
    queue.settle(report);
    sealed = null;
    gone += 1;
    return call().then(() => undefined, failed);
  }

  async function sendDue(): Promise<void> {
    due = null;
    const ready = await seal();
    if (ready) await send(ready);
    plan();
  }

  function plan(): void {
    const waits = queue.next(browser) !== null;
    if (!waits) return;
    const at = Math.max(Date.now() + (queue.hasFailures() ? FAILURES_AFTER : LOADS_AFTER), pausedUntil);
    if (due && due.at <= at) return;
    due?.cancel();
    due = { at, cancel: after(at - Date.now(), () => void sendDue()) };
  }

  const leave = (): void => {
    if (sealed) void send(sealed);
  };
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  return {
    added: (): void => {
      plan();
      cancelSealing ??= after(SEALED_AFTER, () => {
        cancelSealing = null;
        void seal().then((ready) => {
          sealed = ready;
        });
      });
    },
  };
}

/** Different failures that a page reports at most. */
const KINDS_A_PAGE = 50;
/** Failures described per minute at most. */
const FAILURES_A_MINUTE = 60;
/** In characters. Sealed, it stays well below what browsers send while a page closes. */
const REPORT_LENGTH = 30_000;
const MINUTE = 60_000;

type ReportQueue = ReturnType<typeof createReportQueue>;

/** Bounded; what does not fit is dropped. */
export function createReportQueue() {
  const loads: RemoteLoad[] = [];
  const failures = new Map<string, RemoteFailureReport>();
  const kinds = new Set<string>();
  let minuteEnds = 0;
  let inMinute = 0;

  function fitting(browser: string): readonly RemoteFailureReport[] {
    const taken: RemoteFailureReport[] = [];
    let left = REPORT_LENGTH - JSON.stringify({ browser, loads }).length;
    for (const failure of failures.values()) {
      left -= JSON.stringify(failure).length;
      if (left < 0 || taken.length === telemetryBounds.failures) break;
      taken.push(failure);
    }
    return taken;
  }

  return {
    loaded: (load: RemoteLoad): void => {
      if (loads.length < telemetryBounds.loads) loads.push({ ...load, ms: Math.min(load.ms, telemetryBounds.ms) });
    },
    /** False after too many this minute or on this page: do not describe more. */
    mayFail: (): boolean => {
      if (Date.now() >= minuteEnds) {
        minuteEnds = Date.now() + MINUTE;
        inMinute = 0;
      }
      inMinute += 1;
      return inMinute <= FAILURES_A_MINUTE;
    },
    /** Failures of one kind are counted as one. */
    failed: (failure: DescribedFailure): void => {
      const key = failureKey(failure);
      if (!kinds.has(key) && kinds.size >= KINDS_A_PAGE) return;
      kinds.add(key);
      const count = Math.min((failures.get(key)?.count ?? 0) + 1, telemetryBounds.count);
      failures.set(key, { ...failure, count });
    },
    /** Null if there is nothing to report. A report stays in the queue until settled. */
    next: (browser: string): TelemetryReport | null => {
      if (loads.length === 0 && failures.size === 0) return null;
      return { browser, loads: [...loads], failures: [...fitting(browser)] };
    },
    settle: (report: TelemetryReport): void => {
      loads.splice(0, report.loads.length);
      for (const reported of report.failures) {
        const key = failureKey(reported);
        const left = (failures.get(key)?.count ?? 0) - reported.count;
        if (left > 0) failures.set(key, { ...reported, count: left });
        else failures.delete(key);
      }
    },
    hasFailures: (): boolean => failures.size > 0,
  };
}
