import type { BatchClock } from '@device-console/shared-lib/batch';
import type { DeviceRow } from '@device-console/shared-lib/contract';
import type { LookupLists } from './lookup-results.ts';

export interface LookupView extends LookupLists {
  readonly fileName: string;
  readonly total: number;
  /** IMEIs with an outcome, and IMEIs with a device. */
  readonly done: number;
  readonly found: number;
  /** Lookups a second over the last ten seconds; null until known. */
  readonly perSecond: number | null;
  readonly remainingMs: number | null;
  /** Without pauses. */
  readonly elapsedMs: number;
}

/**
 * By the operator; because the server is unreachable, gives unclear answers in a row or forbids lookups; or because the
 * session has ended.
 */
export type LookupPause = 'operator' | 'network' | 'failing' | 'forbidden' | 'authorization';

/** The state of a run, without its results. */
export type LookupPhase =
  | { readonly status: 'running' }
  | { readonly status: 'finished' }
  | { readonly status: 'paused'; readonly why: LookupPause; readonly message: string }
  | { readonly status: 'failed'; readonly message: string };

/** `failed` is a bug of the console; failed lookups are in the view's failures. */
export type LookupState =
  /** `retryReason`: why lookups wait before they continue automatically. */
  | { readonly status: 'running'; readonly view: LookupView; readonly retryReason: string | null }
  | { readonly status: 'paused'; readonly view: LookupView; readonly why: LookupPause; readonly message: string }
  | { readonly status: 'finished'; readonly view: LookupView }
  | { readonly status: 'failed'; readonly view: LookupView; readonly message: string };

export interface LookupOptions {
  readonly fileName: string;
  readonly imeis: Float64Array;
  /** Every device of an IMEI (L2), or only the first (L5). */
  readonly take: 'all' | 'first';
  /** The devices of an IMEI. Throws ApiError. */
  readonly ask: (imei: string, signal: AbortSignal) => Promise<readonly DeviceRow[]>;
  readonly clock: BatchClock;
}
