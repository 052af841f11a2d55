import type { ImeiFile, IncorrectRow, RejectedFile, RowList } from '../../csv/headless/imei-file.ts';
import type { BatchFileFacts, BatchPhase, BatchTotals } from './record.ts';
import type { BatchResults } from './results.ts';

/** The figures of a batch (B9). `done` = `found` + `notFound`; `unconfirmed` is part of `notFound` (D11). */
export interface BatchSummary extends BatchTotals {
  readonly done: number;
  readonly found: number;
  readonly notFound: number;
  readonly unconfirmed: number;
}

/** The file that a batch came from (B4). */
export interface BatchFile extends BatchFileFacts {
  /** Its rows that cannot be used (B3), as long as the page that read it lives; then null. */
  readonly errors: RowList<IncorrectRow> | null;
}

/** A batch as screens show it. */
export interface BatchView {
  readonly batchId: string;
  readonly fileName: string;
  /** Null for a batch that was taken over. */
  readonly file: BatchFile | null;
  readonly action: string;
  readonly level: string | undefined;
  /** False: the server cannot tell a repetition, so nothing is sent again without the operator (D2). */
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
  /** Null for a batch that was taken over. */
  readonly file: BatchFile | null;
  readonly lastImei: string;
  readonly summary: BatchSummary;
  readonly phase: BatchPhase;
  readonly action: string;
  readonly level: string | undefined;
  readonly createdAt: number;
  /** Rows that repeat a whole one were left out: a file that is read again is to be used so (D13a). */
  readonly leftOutRepeats: boolean;
  /** Resuming needs the rows of the file, kept for this session or read from it again (D15). */
  readonly needsFile: boolean;
  /** What may have been sent when its page went; only with a server that is not idempotent (D2b). */
  readonly uncertain: Undecided | null;
  /** How telling the server the saved status went (B10): '' when well or not needed, else why not. */
  readonly notTold: string;
  /** Why resuming was refused, or '' (B11). */
  readonly problem: string;
  /** Rows, the processed ones with their outcome (B12). */
  readonly results: BatchResults;
}

/** What the operator decides about: whether it is sent again although the server may have it (D2b). */
export type Undecided =
  | { readonly kind: 'copy' | 'list' }
  /** `row`: its number in the results, from 1, where the IMEI stands in several rows (D13a); else null. */
  | { readonly kind: 'imei'; readonly imei: string; readonly row: number | null }
  | { readonly kind: 'unconfirmed'; readonly count: number };

/**
 * Why a batch is paused. `unconfirmed`: the operator decides about an unknown outcome, or many came in a row;
 * `storage`: progress cannot be saved, so nothing more is sent; `report`: the server could not be told that it is
 * complete (D11a); `approval`: a second person has not decided yet (C14); `throttled`: the server takes no more for
 * some time, as beyond a budget, and is asked again by itself (C10, C11); `turn`: it waits for the batches of this
 * browser before it, and nothing of it was sent (D16a).
 */
export type PauseReason =
  | 'turn'
  | 'operator'
  | 'network'
  | 'throttled'
  | 'approval'
  | 'authorization'
  | 'unconfirmed'
  | 'forbidden'
  | 'session-expiring'
  | 'storage'
  | 'report';

/** Who has a batch that was taken over (D17b). */
export interface BatchHolder {
  /** E-mail of the operator. */
  readonly operator: string;
  /** The browser, as people call it. */
  readonly place: string;
}

/** A wait within a stage, after which the same is sent again by itself. */
export interface RetryDelay {
  readonly why: 'network' | 'throttled' | 'report-failed';
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly message: string;
}

/** Something other than IMEIs is being sent. `stopping`: a pause or cancel takes effect after what is under way. */
interface Stage<Status> {
  readonly status: Status;
  readonly batch: BatchView;
  readonly retryDelay: RetryDelay | null;
  readonly stopping: boolean;
}

/** A batch that is being worked on. */
export type ActiveBatchState =
  | Stage<'uploading'>
  | Stage<'registering'>
  | Stage<'reporting'>
  /** `stopping`: a pause or cancel takes effect after the IMEI that is under way. */
  | {
      readonly status: 'running';
      readonly batch: BatchView;
      readonly retryDelay: RetryDelay | null;
      readonly retrying: boolean;
      readonly stopping: boolean;
    }
  | {
      readonly status: 'paused';
      readonly why: PauseReason;
      readonly message: string;
      /** The phase that it is in; with `reporting` every IMEI is done, and it can be finished here (D11a). */
      readonly stage: BatchPhase;
      readonly batch: BatchView;
      /** What the operator decides about (D2b), else null. */
      readonly undecided: Undecided | null;
      /** When the server is tried again by itself, in milliseconds since the epoch; else null. */
      readonly nextProbeAt: number | null;
    };

/** Everything a batch screen can show. Objects stay the same between two notifications. */
export type BatchState =
  | { readonly status: 'preparing' }
  | { readonly status: 'idle' }
  | { readonly status: 'reading'; readonly fileName: string; readonly sizeBytes: number; readonly bytesRead: number }
  | { readonly status: 'rejected'; readonly file: RejectedFile }
  | { readonly status: 'ready'; readonly file: ImeiFile }
  | { readonly status: 'resumable'; readonly saved: SavedBatch }
  | { readonly status: 'locked-elsewhere' }
  /** Another run holds the batch; nothing of it is sent or kept here any more (D17b). */
  | { readonly status: 'taken-over'; readonly batch: BatchView; readonly by: BatchHolder }
  | ActiveBatchState
  /** `notTold`: null, or why the server was not told yet; it is told later by itself (D11a). */
  | { readonly status: 'finished'; readonly batch: BatchView; readonly notTold: string | null }
  | {
      readonly status: 'failed';
      readonly stage: 'storage' | 'uploading' | 'registering' | 'internal';
      readonly message: string;
      /** Null where there was none yet. */
      readonly batch: BatchView | null;
      /** `resume` tries again. */
      readonly mayRetry: boolean;
    };

/** The state is one of a batch that is being worked on. */
export function isActiveState(state: BatchState): state is ActiveBatchState {
  return ['uploading', 'registering', 'running', 'reporting', 'paused'].includes(state.status);
}
