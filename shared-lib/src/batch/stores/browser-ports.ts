import { batchDatabase } from './batch-database.ts';
import { browserClock } from './browser-clock.ts';
import { clientApi } from './client-api.ts';
import { IndexedDbBatchStore, type EstimateStorage } from './indexeddb-batch-store.ts';
import { indexedDbLease } from './indexeddb-lease.ts';
import { localStorageLegacyRecord } from './local-storage-legacy-record.ts';
import { webLock } from './web-lock.ts';
import type { ApiClient } from '../../api/index.ts';
import type { BatchIds, BatchPorts, BatchVault } from '../engine/index.ts';

export interface BrowserBatchOptions {
  readonly client: Pick<ApiClient, 'call' | 'upload' | 'offers' | 'download'>;
  /** `newTransactionId` and `batchItemTransactionId` of shared-lib's crypto. */
  readonly ids: BatchIds;
  /** Seals rows with personal data for the session (D15). */
  readonly vault?: BatchVault | undefined;
  readonly askedMs?: BatchPorts['askedMs'];
  readonly place: string;
  /** E-mail of the session's operator, read before every sending. */
  readonly signedIn: () => string | null;
  /** Told of failures that cost no batch anything: of the legacy record in localStorage, of renewing a lease. */
  readonly onFailure: (error: unknown) => void;
}

function storageEstimate(): EstimateStorage | null {
  // Plain http has no storage manager; there the write itself tells whether there is room (D9b).
  const { storage } = navigator as { readonly storage?: StorageManager };
  return storage ? () => storage.estimate() : null;
}

/** What a batch engine needs, as this browser has it: IndexedDB, localStorage, locks, API client (D9b, D15, D16). */
export function browserBatchPorts({
  client,
  ids,
  vault,
  askedMs,
  place,
  signedIn,
  onFailure,
}: BrowserBatchOptions): BatchPorts {
  const { locks } = navigator as { readonly locks?: LockManager };
  const database = batchDatabase(locks);
  return {
    api: clientApi(client),
    store: new IndexedDbBatchStore(database, storageEstimate()),
    legacyRecord: localStorageLegacyRecord(() => localStorage, onFailure),
    clock: browserClock,
    lock: locks ? webLock(locks, onFailure) : indexedDbLease(database, browserClock, () => ids.batchId(), onFailure),
    ids,
    vault,
    askedMs,
    place,
    signedIn,
  };
}
