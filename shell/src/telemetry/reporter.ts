import type { TelemetryReport } from '@device-console/shared-lib/contract';
import type { PreparedCall } from '@device-console/shared-lib/api';
import type { ReportQueue } from './report-queue.ts';

/** Milliseconds until waiting items are sealed, ready for the page to close. */
const SEALED_AFTER = 1_000;
/** Milliseconds until failures are sent, and until loads are. */
const FAILURES_AFTER = 5_000;
const LOADS_AFTER = 30_000;
/** Milliseconds without sending after a report that the server did not accept. */
const PAUSE = 300_000;

export interface ReporterOptions {
  readonly queue: ReportQueue;
  readonly browser: string;
  /** False while nobody is logged in. */
  readonly maySend: () => boolean;
  readonly prepare: (report: TelemetryReport) => Promise<PreparedCall<unknown>>;
  /** Returns a function that cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The page is hidden or closed. */
  readonly onLeave: (listener: () => void) => void;
}

export interface Reporter {
  readonly added: () => void;
}

interface Sealed {
  readonly report: TelemetryReport;
  readonly call: PreparedCall<unknown>;
}

/** Drops reports that fail, and pauses: an operator never notices. */
export function createReporter({ queue, browser, maySend, prepare, after, now, onLeave }: ReporterOptions): Reporter {
  let sealed: Sealed | null = null;
  // A report sealed meanwhile must not repeat what was sent.
  let gone = 0;
  let pausedUntil = 0;
  let due: { readonly at: number; readonly cancel: () => void } | null = null;
  let cancelSealing: (() => void) | null = null;

  function failed(): void {
    pausedUntil = now() + PAUSE;
  }

  /** Null if there is nothing to send, or if some of it was sent meanwhile. */
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
