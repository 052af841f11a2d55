import type { ImeiFile, ImeiFileTotals, IncorrectRow, RejectedFile, RowList } from '../../csv/headless/imei-file.ts';
import type { BatchFileFacts, BatchHeader, BatchPhase, BatchProgress } from './record.ts';
import type { BatchResults, OutcomeCounts } from './outcomes.ts';

/** The figures of a batch (B9). `done` = `found` + `notFound`. */
interface BatchSummary extends ImeiFileTotals, OutcomeCounts {
  readonly done: number;
}

/** The file that a batch came from (B4). */
export interface BatchFile extends BatchFileFacts {
  /** Its invalid rows (B3) while the page that read it is open; else null. */
  readonly errors: RowList<IncorrectRow> | null;
}

/** What screens show of any batch, running or not. */
export interface ShownBatch
  extends Pick<BatchHeader, 'batchId' | 'fileName' | 'action' | 'level'>, Pick<BatchProgress, 'lastImei'> {
  /** Null after a take-over. */
  readonly file: BatchFile | null;
  readonly summary: BatchSummary;
  /** Rows; processed ones have their outcome (B12). The same object for as long as the batch lives. */
  readonly results: BatchResults;
}

/** A batch as screens show it. */
export interface BatchView extends ShownBatch {
  /** False: the server cannot recognise a repetition, so nothing is sent again without the operator's consent (D2). */
  readonly idempotent: boolean;
  /** Its rows carry more than an IMEI and this page lacks them: none can be sent again before they are read (D15). */
  readonly lacksRows: boolean;
  /** Recent IMEIs a second; null until known. */
  readonly perSecond: number | null;
  /** Without pauses (B9). */
  readonly processTimeMs: number;
}

/** An unfinished batch found in the store (B10). */
export interface SavedBatch extends ShownBatch, Pick<BatchHeader, 'createdAt'>, Pick<BatchProgress, 'phase'> {
  /** Repeated rows were left out; do the same when the file is read again (D13a). */
  readonly leftOutRepeats: boolean;
  /** Resuming needs the file's rows, stored for this session or read again (D15). */
  readonly needsFile: boolean;
  /** What may have been sent when its page closed; only if the server is not idempotent (D2b). */
  readonly uncertain: Undecided | null;
  /** '' if the server was told the saved status (B10) or needed no telling, else why not. */
  readonly notTold: string;
  /** Why resuming was refused, or '' (B11). */
  readonly problem: string;
}

/** What the operator decides about: whether to send it again although the server may have it (D2b). */
export type Undecided =
  | { readonly kind: 'copy' | 'list' }
  /** `row`: its number in the results, from 1, if the IMEI repeats (D13a); else null. */
  | { readonly kind: 'imei'; readonly imei: string; readonly row: number | null }
  | { readonly kind: 'unconfirmed'; readonly count: number };

/**
 * Why a batch is paused. `unconfirmed`: the operator must decide about an unknown outcome, or there were many in a row.
 * `storage`: progress cannot be saved, so nothing more is sent. `report`: the server could not be told that it is
 * complete (D11a). `approval`: a second person has not decided yet (C14). `throttled`: the server accepts no more for
 * some time, as beyond a budget, and is asked again automatically (C10, C11). `turn`: it waits for earlier batches of
 * this browser, and nothing of it was sent (D16a).
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

/** Who took a batch over (D17b). */
export interface BatchHolder {
  readonly operator: string;
  /** The browser's name, in plain words. */
  readonly place: string;
}

/** A wait within a stage before the same is sent again automatically. */
export interface RetryDelay {
  readonly why: 'network' | 'throttled' | 'report-failed';
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly message: string;
}

/** Something is being sent. `stopping`: a pause or cancel takes effect after it. */
interface Stage<Status> {
  readonly status: Status;
  readonly batch: BatchView;
  readonly retryDelay: RetryDelay | null;
  readonly stopping: boolean;
}

/** A batch that is being processed. */
export type ActiveBatchState =
  | Stage<'uploading'>
  | Stage<'registering'>
  | Stage<'reporting'>
  | (Stage<'running'> & { readonly retrying: boolean })
  | {
      readonly status: 'paused';
      readonly why: PauseReason;
      readonly message: string;
      /** Its phase; in `reporting` every IMEI is done and the batch can be finished here (D11a). */
      readonly stage: BatchPhase;
      readonly batch: BatchView;
      /** What the operator must decide (D2b), else null. */
      readonly undecided: Undecided | null;
      /** When the server is tried again, in milliseconds since the epoch; else null. */
      readonly nextProbeAt: number | null;
    };

/** Everything a batch screen can show. Objects stay the same until the next notification. */
export type BatchState =
  | { readonly status: 'preparing' }
  | { readonly status: 'idle' }
  | { readonly status: 'reading'; readonly fileName: string; readonly sizeBytes: number; readonly bytesRead: number }
  | { readonly status: 'rejected'; readonly file: RejectedFile }
  | { readonly status: 'ready'; readonly file: ImeiFile }
  | { readonly status: 'resumable'; readonly saved: SavedBatch }
  | { readonly status: 'locked-elsewhere' }
  /** Another run holds the batch; this browser sends and stores nothing more of it (D17b). */
  | { readonly status: 'taken-over'; readonly batch: BatchView; readonly by: BatchHolder }
  | ActiveBatchState
  /** `notTold`: null, or why the server has not been told yet; it is told later automatically (D11a). */
  | { readonly status: 'finished'; readonly batch: BatchView; readonly notTold: string | null }
  | {
      readonly status: 'failed';
      readonly stage: 'storage' | 'uploading' | 'registering' | 'internal';
      readonly message: string;
      /** Null if there was none yet. */
      readonly batch: BatchView | null;
      /** `resume` retries. */
      readonly mayRetry: boolean;
    };

/** True while a batch is being processed. */
export function isActiveState(state: BatchState): state is ActiveBatchState {
  return ['uploading', 'registering', 'running', 'reporting', 'paused'].includes(state.status);
}
