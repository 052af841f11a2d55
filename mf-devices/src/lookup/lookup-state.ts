import type { BatchClock } from '@device-console/shared-lib/batch';
import type { DeviceRow } from '@device-console/shared-lib/contract';
import type { LookupLists } from './lookup-results.ts';

export interface LookupView extends LookupLists {
  readonly fileName: string;
  readonly total: number;
  /** How many of these have an outcome, and how many of those have a device. */
  readonly done: number;
  readonly found: number;
  /** Lookups a second over the last ten seconds; null until it is known. */
  readonly perSecond: number | null;
  readonly remainingMs: number | null;
  /** The time during which lookups ran, without pauses. */
  readonly elapsedMs: number;
}

/**
 * Why lookups are paused: by the operator, because the server is unreachable, gives unclear answers in a row or forbids
 * them, or because the session has ended.
 */
export type LookupPause = 'operator' | 'network' | 'failing' | 'forbidden' | 'authorization';

/** The state of a run, without its results. */
export type LookupPhase =
  | { readonly status: 'running' }
  | { readonly status: 'finished' }
  | { readonly status: 'paused'; readonly why: LookupPause; readonly message: string }
  | { readonly status: 'failed'; readonly message: string };

/**
 * The state of a file's lookups. `failed` is a bug of the console; a lookup that fails is listed in the view's
 * failures.
 */
export type LookupState =
  /** `retryReason`: why lookups pause for a moment before they continue by themselves. */
  | { readonly status: 'running'; readonly view: LookupView; readonly retryReason: string | null }
  | { readonly status: 'paused'; readonly view: LookupView; readonly why: LookupPause; readonly message: string }
  | { readonly status: 'finished'; readonly view: LookupView }
  | { readonly status: 'failed'; readonly view: LookupView; readonly message: string };

export interface LookupOptions {
  readonly fileName: string;
  readonly imeis: Float64Array;
  /** How much of each answer is used: every device of the IMEI (L2), or only the first (L5). */
  readonly take: 'all' | 'first';
  /** Asks the server for the devices of an IMEI. Throws ApiError. */
  readonly ask: (imei: string, signal: AbortSignal) => Promise<readonly DeviceRow[]>;
  readonly clock: BatchClock;
}
