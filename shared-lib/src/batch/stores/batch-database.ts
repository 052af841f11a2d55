import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '../../async/open-database.ts';
import {
  BatchStorageError,
  type BatchHeader,
  type BatchProgress,
  type OutcomeSegment,
  type StorageReason,
} from '../engine/index.ts';

/** A batch without list and outcomes. Unfinished, it has its key's name as `slot`; archived, the moment of that. */
export interface BatchRow {
  readonly batchId: string;
  readonly header: BatchHeader;
  readonly progress: BatchProgress;
  readonly slot?: string;
  readonly archivedAt?: number;
}

/** A lock's holder and end, for browsers without locks (D9b). */
interface LeaseRow {
  readonly name: string;
  readonly holder: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** The one database of batches (D15). */
export interface BatchSchema extends DBSchema {
  batches: { key: string; value: BatchRow; indexes: { slot: string } };
  lists: {
    key: string;
    value: {
      readonly batchId: string;
      readonly imeis: Float64Array;
      readonly sealedRows?: readonly string[];
      readonly sealedErrors?: readonly string[];
    };
  };
  outcomes: { key: [string, number]; value: OutcomeSegment & { readonly batchId: string } };
  leases: { key: string; value: LeaseRow };
}

export type BatchDatabase = IDBPDatabase<BatchSchema>;

const DATABASE_NAME = 'device-console-batches';

/**
 * Opens the database on first use and again after the browser has closed it. A page with a newer version is let in.
 *
 * The browser may freeze a page that is left while opening the database, and every later page then waits for it. A page
 * that holds a lock is not kept frozen once another wants the lock, so only one page opens at a time.
 */
export function batchDatabase(
  locks: Pick<LockManager, 'request'> | undefined,
  name = DATABASE_NAME,
): () => Promise<BatchDatabase> {
  let opened: Promise<BatchDatabase> | null = null;
  const forget = () => {
    opened = null;
  };
  const openNow = () =>
    openDatabase<BatchSchema>(name, {
      create(fresh) {
        const batches = fresh.createObjectStore('batches', { keyPath: 'batchId' });
        batches.createIndex('slot', 'slot', { unique: true });
        fresh.createObjectStore('lists', { keyPath: 'batchId' });
        fresh.createObjectStore('outcomes', { keyPath: ['batchId', 'segment'] });
        fresh.createObjectStore('leases', { keyPath: 'name' });
      },
      blocking: (_current, _blocked, event) => {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    });
  const open = (): Promise<BatchDatabase> => (locks ? locks.request(`${name} is opened`, openNow) : openNow());
  return () => {
    opened ??= open().catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
}

/** A DOMException of another realm, such as a frame, is not an `Error` here. */
function fieldOf(error: unknown, field: 'name' | 'message'): string {
  if (typeof error !== 'object' || error === null || !(field in error)) return '';
  return String((error as { readonly name?: unknown; readonly message?: unknown })[field]);
}

/** By the name of the browser's error. */
const reasons: ReadonlyMap<string, StorageReason> = new Map([
  ['QuotaExceededError', { kind: 'full' }],
  ['ConstraintError', { kind: 'occupied' }],
  ['SecurityError', { kind: 'blocked' }],
]);

/** The error as the engine knows it. */
export function storageError(error: unknown): BatchStorageError {
  if (error instanceof BatchStorageError) return error;
  const reason: StorageReason = reasons.get(fieldOf(error, 'name')) ?? {
    kind: 'not-stored',
    cause: fieldOf(error, 'message') || String(error),
  };
  return new BatchStorageError(reason, { cause: error });
}
