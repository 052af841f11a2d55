import type { BatchClock } from '@device-console/shared-lib/batch';
import type { DeviceRow } from '@device-console/shared-lib/contract';
import type { LookupLists } from './lookup-results.ts';

export interface LookupView extends LookupLists {
  readonly fileName: string;
  readonly total: number;
  /** Of these, how many have an outcome, and how many a device. */
  readonly done: number;
  readonly found: number;
  /** Lookups a second over the last ten seconds; null until it is known. */
  readonly perSecond: number | null;
  readonly remainingMs: number | null;
  /** Time that lookups were under way, without pauses. */
  readonly elapsedMs: number;
}

/**
 * Why lookups stand still: the operator wanted it, the server is not reached, it gives one unclear answer after the
 * other, it forbids them, or the login has ended.
 */
export type LookupPause = 'operator' | 'network' | 'failing' | 'forbidden' | 'authorization';

/** How a run stands, without what it has come to. */
export type LookupPhase =
  | { readonly status: 'running' }
  | { readonly status: 'finished' }
  | { readonly status: 'paused'; readonly why: LookupPause; readonly message: string }
  | { readonly status: 'failed'; readonly message: string };

/**
 * How the lookups of a file stand. `failed` is a bug of the console; a lookup that fails is one of the view's failures.
 */
export type LookupState =
  /** `retryReason`: why they wait a moment before they go on by themselves. */
  | { readonly status: 'running'; readonly view: LookupView; readonly retryReason: string | null }
  | { readonly status: 'paused'; readonly view: LookupView; readonly why: LookupPause; readonly message: string }
  | { readonly status: 'finished'; readonly view: LookupView }
  | { readonly status: 'failed'; readonly view: LookupView; readonly message: string };

export interface LookupOptions {
  readonly fileName: string;
  readonly imeis: Float64Array;
  /** How much of each answer counts: every device of the IMEI (L2), or the first alone (L5). */
  readonly take: 'all' | 'first';
  /** Asks the server for the devices of an IMEI. Throws ApiError. */
  readonly ask: (imei: string, signal: AbortSignal) => Promise<readonly DeviceRow[]>;
  readonly clock: BatchClock;
}
