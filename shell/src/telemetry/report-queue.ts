import {
  telemetryBounds,
  type RemoteFailureReport,
  type RemoteLoad,
  type TelemetryReport,
} from '@device-console/shared-lib/contract';
import { failureKey } from '@device-console/shared-lib/telemetry';
import type { DescribedFailure } from './describe-failure.ts';

/** How many different failures a page reports at most. */
const KINDS_A_PAGE = 50;
/** How many failures a minute are described at most. */
const FAILURES_A_MINUTE = 60;
/** Characters of a report. Sealed, it stays well below what browsers send while a page is closing. */
const REPORT_LENGTH = 30_000;
const MINUTE = 60_000;

/** What waits to be reported, bounded; what does not fit is dropped. */
export interface ReportQueue {
  readonly loaded: (load: RemoteLoad) => void;
  /** False if this minute or this page has had too many: then the failure is not worth describing. */
  readonly mayFail: () => boolean;
  /** Failures of one kind are counted as one. */
  readonly failed: (failure: DescribedFailure) => void;
  /** The next report; null if there is nothing to report. It stays in the queue until settled. */
  readonly next: (browser: string) => TelemetryReport | null;
  readonly settle: (report: TelemetryReport) => void;
  readonly hasFailures: () => boolean;
}

/** Makes an empty queue; `now` is the clock, in milliseconds since 1970. */
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
