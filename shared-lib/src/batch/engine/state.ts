import type { ImeiFile, RejectedFile } from '../../csv/headless/imei-file.ts';
import type { BatchPhase, BatchTotals } from './record.ts';
import type { BatchResults } from './results.ts';

/** The figures of a batch (B9). `done` = `found` + `notFound`; `unconfirmed` is part of `notFound` (D11). */
export interface BatchSummary extends BatchTotals {
  readonly done: number;
  readonly found: number;
  readonly notFound: number;
  readonly unconfirmed: number;
}

/** A batch as screens show it. */
export interface BatchView {
  readonly batchId: string;
  readonly fileName: string;
  readonly action: string;
  readonly level: string | undefined;
  /** False: the server cannot tell a repeated sending from a new one, so nothing is ever sent again without the operator (D2). */
  readonly idempotent: boolean;
  readonly summary: BatchSummary;
  readonly lastImei: string;
  /** The same object for the whole life of a batch. */
  readonly results: BatchResults;
  /** IMEIs a second of late, or null before it is known. */
  readonly perSecond: number | null;
  readonly remainingMs: number | null;
  /** Time spent processing so far, pauses excluded (B9). */
  readonly processTimeMs: number;
}

/** An unfinished batch found in the store (B10). */
export interface SavedBatch {
  readonly batchId: string;
  readonly fileName: string;
  readonly lastImei: string;
  readonly summary: BatchSummary;
  readonly phase: BatchPhase;
  readonly action: string;
  readonly level: string | undefined;
  readonly createdAt: number;
  /** Resuming needs the rows of the file, kept for this session or read from it again (D15). */
  readonly needsFile: boolean;
  /** An IMEI of which it is not known whether it was sent; only with a server that is not idempotent. */
  readonly uncertainImei: string | null;
  /** How telling the server the saved status went (B10): '' when well or not needed, else why not. */
  readonly notTold: string;
  /** Why resuming was refused, or '' (B11). */
  readonly problem: string;
  /** Rows, the processed ones with their outcome (B12). */
  readonly results: BatchResults;
}

/**
 * Why a batch stands still. `unconfirmed`: the operator decides about an unknown outcome, or many came in a row;
 * `storage`: progress cannot be saved, so nothing more is sent.
 */
export type PauseReason = 'operator' | 'network' | 'authorization' | 'unconfirmed' | 'forbidden' | 'session-expiring' | 'storage';

/** A short rest within a stage, after which it goes on by itself. */
export interface Rest {
  readonly why: 'network' | 'throttled' | 'report-failed';
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly message: string;
}

/** Everything a batch screen can show. Objects stay the same between two notifications. */
export type BatchState =
  | { readonly status: 'preparing' }
  | { readonly status: 'idle' }
  | { readonly status: 'reading'; readonly fileName: string; readonly sizeBytes: number; readonly bytesRead: number }
  | { readonly status: 'rejected'; readonly file: RejectedFile }
  | { readonly status: 'ready'; readonly file: ImeiFile }
  | { readonly status: 'resumable'; readonly saved: SavedBatch }
  | { readonly status: 'locked-elsewhere' }
  | { readonly status: 'uploading' | 'registering'; readonly batch: BatchView; readonly rest: Rest | null }
  /** `stopping`: a pause or cancel takes effect after the IMEI that is under way. */
  | { readonly status: 'running'; readonly batch: BatchView; readonly rest: Rest | null; readonly retrying: boolean; readonly stopping: boolean }
  | { readonly status: 'reporting'; readonly batch: BatchView; readonly rest: Rest | null }
  | {
      readonly status: 'paused';
      readonly why: PauseReason;
      readonly message: string;
      readonly batch: BatchView;
      /** The IMEI that the operator decides about (D2), else null. */
      readonly undecidedImei: string | null;
      /** When the server is tried again by itself, in milliseconds since the epoch; else null. */
      readonly nextProbeAt: number | null;
    }
  | { readonly status: 'finished'; readonly batch: BatchView }
  | {
      readonly status: 'failed';
      readonly stage: 'storage' | 'uploading' | 'registering' | 'internal';
      readonly message: string;
      readonly batch: BatchView | null;
      /** `resume` tries again. */
      readonly mayRetry: boolean;
    };
