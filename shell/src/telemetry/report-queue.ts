import {
  telemetryBounds,
  type RemoteFailureReport,
  type RemoteLoad,
  type TelemetryReport,
} from '@device-console/shared-lib/contract';
import { failureKey } from '@device-console/shared-lib/telemetry';
import type { DescribedFailure } from './describe-failure.ts';

/** Different failures that a page reports at most. */
const KINDS_A_PAGE = 50;
/** Failures described per minute at most. */
const FAILURES_A_MINUTE = 60;
/** In characters. Sealed, it stays well below what browsers send while a page closes. */
const REPORT_LENGTH = 30_000;
const MINUTE = 60_000;

/** Bounded; what does not fit is dropped. */
export interface ReportQueue {
  readonly loaded: (load: RemoteLoad) => void;
  /** False after too many this minute or on this page: do not describe more. */
  readonly mayFail: () => boolean;
  /** Failures of one kind are counted as one. */
  readonly failed: (failure: DescribedFailure) => void;
  /** Null if there is nothing to report. A report stays in the queue until settled. */
  readonly next: (browser: string) => TelemetryReport | null;
  readonly settle: (report: TelemetryReport) => void;
  readonly hasFailures: () => boolean;
}

/** `now`: milliseconds since the epoch. */
export function createReportQueue(now: () => number): ReportQueue {
  const loads: RemoteLoad[] = [];
  const failures = new Map<string, RemoteFailureReport>();
  const kinds = new Set<string>();
  let minuteEnds = 0;
  let inMinute = 0;

  function add(key: string, failure: DescribedFailure): void {
    const count = Math.min((failures.get(key)?.count ?? 0) + 1, telemetryBounds.count);
    failures.set(key, { ...failure, count });
  }

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
    loaded: (load) => {
      if (loads.length < telemetryBounds.loads) loads.push({ ...load, ms: Math.min(load.ms, telemetryBounds.ms) });
    },
    mayFail: () => {
      if (now() >= minuteEnds) {
        minuteEnds = now() + MINUTE;
        inMinute = 0;
      }
      inMinute += 1;
      return inMinute <= FAILURES_A_MINUTE;
    },
    failed: (failure) => {
      const key = failureKey(failure);
      if (!kinds.has(key) && kinds.size >= KINDS_A_PAGE) return;
      kinds.add(key);
      add(key, failure);
    },
    next: (browser) => {
      if (loads.length === 0 && failures.size === 0) return null;
      return { browser, loads: [...loads], failures: [...fitting(browser)] };
    },
    settle: (report) => {
      loads.splice(0, report.loads.length);
      for (const told of report.failures) {
        const key = failureKey(told);
        const left = (failures.get(key)?.count ?? 0) - told.count;
        if (left > 0) failures.set(key, { ...told, count: left });
        else failures.delete(key);
      }
    },
    hasFailures: () => failures.size > 0,
  };
}
