import type { CommandId } from '../../contract/index.ts';
import type { ImeiFile, ImeiFileTotals } from '../../csv/headless/imei-file.ts';
import { reasonText, type StorageReason } from './reasons.ts';

/** Operator and command; each such key has at most one unfinished batch (D15). */
export interface BatchKey {
  readonly operator: string;
  readonly command: CommandId;
}

/**
 * The phase of a batch. `retrying`: all IMEIs were sent, and the unconfirmed ones are being sent again. In the archive,
 * `reporting` is a batch that has ended without the server knowing yet (D11a), `finished` one that has ended with
 * unconfirmed IMEIs.
 */
export type BatchPhase = 'uploading' | 'registering' | 'running' | 'retrying' | 'reporting' | 'finished';

/** What is known of the file that a batch came from (B4); its name is the operator's, without prefix. */
export type BatchFileFacts = Pick<ImeiFile, 'name' | 'sizeBytes' | 'readingTimeMs'>;

/** What is being sent: the copy of the file, the list, or the IMEI at an index. */
export type Sending = number | 'copy' | 'list';

/** What never changes about a batch. */
export interface BatchHeader extends BatchKey {
  readonly batchId: string;
  readonly action: string;
  readonly level?: string | undefined;
  /** The operator's file name with its prefix (B14). */
  readonly fileName: string;
  /** Rows carry personal data, which is stored sealed or not at all (D15). */
  readonly hasExtras: boolean;
  /** For a batch with extras: tells its rows from those of another file. Absent after a take-over. */
  readonly rowsId?: string | undefined;
  /** UUID of this browser's copy, which tells the server who holds the batch (D17b). */
  readonly run: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Of the file that it came from. */
  readonly totals: ImeiFileTotals;
  /** Absent after a take-over. */
  readonly file?: BatchFileFacts | undefined;
}

/** What changes, apart from outcomes. */
export interface BatchProgress {
  readonly phase: BatchPhase;
  /** The file's name on the server, or the local one (D17). */
  readonly serverFileName: string;
  /** Index of the first IMEI without an outcome. */
  readonly next: number;
  /** The IMEI before it, as the specification's cross-check (D13); '' at the start. */
  readonly lastImei: string;
  /** For servers that are not idempotent: what was about to be sent; after a crash that is in doubt (D2b). */
  readonly sending: Sending | null;
  /** Time spent processing, in milliseconds, pauses excluded. */
  readonly elapsedMs: number;
  /** For a batch that is being reported: why the server does not know yet that it is complete (D11a). */
  readonly notTold?: string | undefined;
}

/** The progress of a batch once its end was reported to the server (D11a). */
export function reportedProgress(progress: BatchProgress): BatchProgress {
  return { ...progress, phase: 'finished', notTold: undefined };
}

/** The outcomes of {@link SEGMENT_LENGTH} IMEIs: codes, and messages by their place in the segment. */
export interface OutcomeSegment {
  readonly segment: number;
  readonly codes: Uint8Array;
  readonly messages: readonly (readonly [place: number, message: string])[];
}

/** IMEIs per segment of outcomes: few enough to write every 200 ms, whatever the size of the batch. */
export const SEGMENT_LENGTH = 1024;

/** An unfinished batch in a list, without its rows. */
export interface UnfinishedBatch {
  readonly header: BatchHeader;
  readonly progress: BatchProgress;
}

/** A whole batch as it is stored. */
export interface StoredBatch extends UnfinishedBatch {
  readonly imeis: Float64Array;
  /** In any order; a missing segment has no outcomes yet. */
  readonly segments: readonly OutcomeSegment[];
  /** The pieces of the copy, sealed by the session that started the batch; for batches with extras (D15). */
  readonly sealedRows?: readonly string[] | undefined;
  /** The wrong rows of its file, sealed likewise (B3). */
  readonly sealedErrors?: readonly string[] | undefined;
}

/** A batch in a list, without its rows. */
export interface ListedBatch extends UnfinishedBatch {
  /** Milliseconds since the epoch; null if it is unfinished and not in the archive. */
  readonly archivedAt: number | null;
}

/** An archived batch in a list (D14). */
export interface ArchivedBatch extends ListedBatch {
  readonly archivedAt: number;
}

export const isArchived = (batch: ListedBatch): batch is ArchivedBatch => batch.archivedAt !== null;

/** The specification's record (B7) and the batch it belongs to, to tell it from an older batch's. */
export interface LegacyRecord {
  readonly lastimei: string;
  readonly batchfilename: string;
  readonly isComplete: 'complete' | 'incomplete';
  readonly batchId?: string | undefined;
}

/** Durable batches. What has resolved is on disk; each call is all or nothing. Throws {@link BatchStorageError}. */
export interface BatchStore {
  load(key: BatchKey): Promise<StoredBatch | null>;
  /** Rejects if there is no room, or if the key has an unfinished batch. */
  create(batch: StoredBatch): Promise<void>;
  save(batchId: string, progress: BatchProgress, segments: readonly OutcomeSegment[]): Promise<void>;
  archive(batchId: string, archivedAt: number): Promise<void>;
  /** Makes an archived batch the unfinished one of its key. Rejects if the key has one. */
  restore(batchId: string): Promise<void>;
  /** An operator's batches of every command, in any order. */
  list(operator: string): Promise<readonly ListedBatch[]>;
  /** Marks an archived batch as finished: the server knows its end. Leaves any other as it is. */
  reported(batchId: string): Promise<void>;
  /** An archived batch with its list and outcomes; null if not in the archive. */
  openArchived(batchId: string): Promise<StoredBatch | null>;
  /** Removes an archived batch; does nothing if it is unfinished or missing. */
  discard(batchId: string): Promise<void>;
  /** Removes a batch with its list and outcomes in any state. */
  remove(batchId: string): Promise<void>;
}

/**
 * A storage failure; the message is for the operator. `reason`: `full` if there is no room, `occupied` if the key has
 * an unfinished batch, else `failed`.
 */
export class BatchStorageError extends Error {
  override readonly name = 'BatchStorageError';

  readonly reason: 'full' | 'occupied' | 'failed';

  constructor(
    readonly why: StorageReason,
    options?: { readonly cause?: unknown },
  ) {
    super(reasonText(why), options);
    if (why.kind === 'no-room') this.reason = 'full';
    else this.reason = why.kind === 'full' || why.kind === 'occupied' ? why.kind : 'failed';
  }
}

/** The name of a key in locks, localStorage and the index. */
export const keyName = ({ operator, command }: BatchKey): string => `batch:${operator}:${command}`;
