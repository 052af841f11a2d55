import type { SliceClock } from '../../async/slices.ts';
import type { ApiCalls, RepeatableCallOptions } from '../../api/api-calls.ts';
import type { CallDefinition } from '../../contract/index.ts';
import type { BatchStore, LegacyRecord, BatchKey } from './record.ts';

/** A chosen file; the engine passes it on and never reads it. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

/** What is uploaded as the copy of a batch's file. */
export interface CopyContent {
  readonly pieces: Iterable<string>;
  /** The file itself, if none of its rows is left out (D26a). */
  readonly chosen?: ChosenFile | undefined;
}

/** The calls of the API client. */
export interface BatchApi extends ApiCalls<RepeatableCallOptions, CopyContent> {
  /** Whether the back end accepts a call that the specification does not have (D1a). */
  offers(call: CallDefinition): boolean;
  /** The content of an uploaded copy: files/<report>/<file> (D3). */
  copy(report: string, file: string): Promise<string>;
}

/** Time, passed in rather than taken. */
export interface BatchClock extends SliceClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns a function that cancels it. */
  delay(milliseconds: number, callback: () => void): () => void;
  /** Calls back before the next frame, or soon if the page draws none. */
  frame(callback: () => void): void;
}

/** A lock that this tab holds. */
export interface HeldLock {
  /** True while certainly nobody else holds it; checked before every send. */
  confirm(): boolean | Promise<boolean>;
  release(): void;
}

/** One lock per name among all tabs of this browser (D16). */
export interface BatchLock {
  /** Null if another tab holds it. */
  tryAcquire(name: string): Promise<HeldLock | null>;
  /** Calls back once with the lock when it is this tab's turn; the returned function leaves the queue. */
  acquire(name: string, callback: (lock: HeldLock) => void): () => void;
}

/** Ids of batches and their items. */
export interface BatchIds {
  batchId(): string;
  /** The UUID v5 over all three: the same for every sending of an item (D2), whose name begins with its IMEI (D13a). */
  itemTransactionId(batchId: string, item: string, action: string): string;
}

/** The specification's record in localStorage (B7, D15): written after each answer, never trusted; throws nothing. */
export interface LegacyRecordStore {
  write(key: BatchKey, record: LegacyRecord): void;
  read(key: BatchKey): LegacyRecord | null;
  clear(key: BatchKey): void;
}

/** Stores the personal data of a batch's rows for the present session only (D15). */
export interface BatchVault {
  /** Seals a piece of a batch's rows; `place` counts from 0. */
  seal(batchId: string, place: number, text: string): Promise<string>;
  /** Opens the piece; null if this session did not seal it for that batch and place. */
  open(batchId: string, place: number, sealed: string): Promise<string | null>;
}

/** What the engine needs from its surroundings. */
export interface BatchPorts {
  readonly api: BatchApi;
  readonly store: BatchStore;
  readonly legacyRecord: LegacyRecordStore;
  readonly clock: BatchClock;
  readonly lock: BatchLock;
  readonly ids: BatchIds;
  /** Absent: rows with personal data are not stored, and resuming needs their file. */
  readonly vault?: BatchVault | undefined;
  /** For this operator in every session: wrong rows of files without personal columns (B3). Default: `vault`. */
  readonly operatorVault?: BatchVault | undefined;
  /**
   * Milliseconds that this page's calls have waited for the operator's answer, such as a proof of identity (S18). They
   * do not count as process time. Default: none.
   */
  readonly askedMs?: (() => number) | undefined;
  /** This browser's name, for people who look for a batch elsewhere: `Chrome on Linux` (D17b). */
  readonly place: string;
  /** E-mail of the operator whose session makes the calls; a batch sends nothing under another's name. */
  readonly signedIn: () => string | null;
}
