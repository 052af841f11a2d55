import type { TelemetryReport } from '@device-console/shared-lib/contract';
import type { PreparedCall } from '@device-console/shared-lib/api';
import type { ReportQueue } from './report-queue.ts';

/** Milliseconds after which what waits is sealed, so that it can go at once when the page is left. */
const SEALED_AFTER = 1_000;
/** Milliseconds after which failures are sent, and loads. */
const FAILURES_AFTER = 5_000;
const LOADS_AFTER = 30_000;
/** Milliseconds for which nothing is sent after a report that the server did not take. */
const PAUSE = 300_000;

export interface ReporterOptions {
  readonly queue: ReportQueue;
  readonly browser: string;
  /** False as long as nobody is logged in. */
  readonly maySend: () => boolean;
  readonly prepare: (report: TelemetryReport) => Promise<PreparedCall<unknown>>;
  /** Calls after so many milliseconds; returns a function that calls it off. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls when the page is hidden or left. */
  readonly onLeave: (listener: () => void) => void;
}

/** Sends what waits in a queue. */
export interface Reporter {
  readonly added: () => void;
}

interface Sealed {
  readonly report: TelemetryReport;
  readonly call: PreparedCall<unknown>;
}

/** Makes a reporter; what does not arrive is dropped, and the next wait: reports cost an operator nothing. */
export function createReporter({ queue, browser, maySend, prepare, after, now, onLeave }: ReporterOptions): Reporter {
  let sealed: Sealed | null = null;
  // Counts reports that have gone, so that nothing is told twice by one that was sealed meanwhile.
  let gone = 0;
  let pausedUntil = 0;
  let due: { readonly at: number; readonly cancel: () => void } | null = null;
  let cancelSealing: (() => void) | null = null;

  function failed(): void {
    pausedUntil = now() + PAUSE;
  }

  /** Seals all that waits; null where there is nothing to send, or where some of it has gone meanwhile. */
  async function seal(): Promise<Sealed | null> {
    const report = maySend() && now() >= pausedUntil ? queue.next(browser) : null;
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
    return call.send().then(() => undefined, failed);
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
    const at = Math.max(now() + (queue.hasFailures() ? FAILURES_AFTER : LOADS_AFTER), pausedUntil);
    if (due && due.at <= at) return;
    due?.cancel();
    due = { at, cancel: after(at - now(), () => void sendDue()) };
  }

  onLeave(() => {
    if (sealed) void send(sealed);
  });
  return {
    added: () => {
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
