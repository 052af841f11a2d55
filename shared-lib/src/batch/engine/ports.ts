import type { SliceClock } from '../../async/slices.ts';
import type { ApiCalls, RepeatableCallOptions } from '../../api/api-calls.ts';
import type { CallDefinition } from '../../contract/index.ts';
import type { BatchStore, LegacyRecord, BatchKey } from './record.ts';

/** A file that was chosen, which the engine hands on and never looks into. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

/** What is uploaded as the copy of a batch's file. */
export interface CopyContent {
  /** Its rows as they are written anew. */
  readonly pieces: Iterable<string>;
  /** Where none of its rows is left out: the file itself, which goes as it is (D26a). */
  readonly chosen?: ChosenFile | undefined;
}

/** The calls of the API client. */
export interface BatchApi extends ApiCalls<RepeatableCallOptions, CopyContent> {
  /** Whether the back end takes a call that the specification does not know (D1a). */
  offers(call: CallDefinition): boolean;
  /** The content of an uploaded copy: files/<report>/<file> (D3). */
  copy(report: string, file: string): Promise<string>;
}

/** Time, given and not taken. */
export interface BatchClock extends SliceClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once after so many milliseconds; the answer calls it off. */
  delay(milliseconds: number, callback: () => void): () => void;
  /** Calls once before the next frame is drawn, or soon in a page that draws none. */
  frame(callback: () => void): void;
}

/** A lock that this tab has. */
export interface HeldLock {
  /** True while it is certain that nobody else has it; asked before every send. */
  confirm(): boolean | Promise<boolean>;
  release(): void;
}

/** One lock a name among all tabs of this browser (D16). */
export interface BatchLock {
  /** The lock, or null when another tab has it. */
  tryAcquire(name: string): Promise<HeldLock | null>;
  /** Calls once when nobody has the lock any more, without taking it; the answer calls it off. */
  whenFree(name: string, callback: () => void): () => void;
  /** Calls once with the lock when it is this tab's turn to have it; the answer gives the place in the queue up. */
  acquire(name: string, callback: (lock: HeldLock) => void): () => void;
}

/** Names for batches and their items. */
export interface BatchIds {
  /** A new UUID. */
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

/** Keeps the personal data of a batch's rows for the present session alone (D15). */
export interface BatchVault {
  /** A piece of a batch's rows, sealed; its place counts from 0. */
  seal(batchId: string, place: number, text: string): Promise<string>;
  /** The piece again, or null when it is not what this session has sealed for that batch and place. */
  open(batchId: string, place: number, sealed: string): Promise<string | null>;
}

/** Everything the engine needs from its surroundings. */
export interface BatchPorts {
  readonly api: BatchApi;
  readonly store: BatchStore;
  readonly legacyRecord: LegacyRecordStore;
  readonly clock: BatchClock;
  readonly lock: BatchLock;
  readonly ids: BatchIds;
  /** Absent: rows with personal data are not kept, and resuming needs their file. */
  readonly vault?: BatchVault | undefined;
  /**
   * Milliseconds that this page's calls have waited for the operator's answer to a question, such as for a proof of who
   * it is (S18): no part of a batch's process time. Default: none.
   */
  readonly askedMs?: (() => number) | undefined;
  /** This browser, for people who look for a batch elsewhere: `Chrome on Linux` (D17b). */
  readonly place: string;
  /** E-mail of the operator whose session calls are made with; a batch sends nothing under another's name. */
  readonly signedIn?: (() => string | null) | undefined;
}
