import * as v from 'valibot';
import { batchDatabase, storageError } from './batch-database.ts';
import { IndexedDbBatchStore, type EstimateStorage } from './indexeddb-batch-store.ts';
import { indexedDbLease } from './indexeddb-lease.ts';
import type { ApiClient } from '../../api/index.ts';
import {
  type BatchPorts,
  type BatchApi,
  type CopyContent,
  keyName,
  type LegacyRecordStore,
  type BatchLock,
} from '../engine/index.ts';
import { csvBlob, plainCsv } from '../../csv/browser/csv-blob.ts';
import { jsonOrNull } from '../../contract/index.ts';
import { browserClock } from '../../async/browser-clock.ts';

/** Web Locks (D16): the browser releases a lock when its page is gone, for whatever reason. */
export function webLock(locks: LockManager, onFailure: (error: unknown) => void): BatchLock {
  return {
    tryAcquire: (name) =>
      new Promise((resolve, reject) => {
        const held = (lock: Lock | null): Promise<void> | null => {
          if (!lock) {
            resolve(null);
            return null;
          }
          return new Promise<void>((release) => resolve({ confirm: () => true, release }));
        };
        locks.request(name, { ifAvailable: true }, held).catch((error: unknown) => reject(storageError(error)));
      }),
    acquire(name, callback) {
      const controller = new AbortController();
      const { signal } = controller;
      // It may have been granted just before the abort.
      const held = (): Promise<void> | null =>
        signal.aborted ? null : new Promise((release) => callback({ confirm: () => true, release }));
      locks.request(name, { signal }, held).catch((error: unknown) => {
        if (!signal.aborted) onFailure(error);
      });
      return () => controller.abort();
    },
  };
}

const record = v.object({
  lastimei: v.string(),
  batchfilename: v.string(),
  isComplete: v.picklist(['complete', 'incomplete']),
  batchId: v.optional(v.string()),
});

/**
 * The specification's record in localStorage, under `batch:<operator>:<command>` (B7, D15). If localStorage is full or
 * forbidden, only this record is lost; `onFailure` is called once.
 */
export function localStorageLegacyRecord(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  onFailure: (error: unknown) => void,
): LegacyRecordStore {
  let failed = false;
  const attempt = <Answer>(work: (area: ReturnType<typeof storage>) => Answer): Answer | null => {
    try {
      return work(storage());
    } catch (error) {
      if (!failed) onFailure(error);
      failed = true;
      return null;
    }
  };
  return {
    write: (key, value) => void attempt((area) => area.setItem(keyName(key), JSON.stringify(value))),
    read(key) {
      const text = attempt((area) => area.getItem(keyName(key)));
      const result = v.safeParse(record, jsonOrNull(text));
      return result.success ? result.output : null;
    },
    clear: (key) => void attempt((area) => area.removeItem(keyName(key))),
  };
}

/** The chosen file unchanged; otherwise, or if servers would not accept it, its rows written anew (D26a). */
async function copyOf({ chosen, pieces }: CopyContent): Promise<Blob> {
  const plain = chosen instanceof File ? await plainCsv(chosen) : null;
  return plain ?? csvBlob(pieces);
}

type BatchClient = Pick<ApiClient, 'call' | 'upload' | 'offers' | 'download'>;

/** The engine's calls through the API client; a copy's pieces become a file without blocking the page. */
export function clientApi(client: BatchClient): BatchApi {
  return {
    offers: (call) => client.offers(call),
    copy: async (report, file) => (await client.download(`${report}/${file}`)).text(),
    call: (call, body, options) => client.call(call, body, options),
    upload: async (call, { name, content }, fields, options) =>
      client.upload(call, { name, content: await copyOf(content) }, fields, options),
  };
}

export interface BrowserBatchOptions extends Pick<
  BatchPorts,
  'ids' | 'vault' | 'operatorVault' | 'askedMs' | 'place' | 'signedIn'
> {
  readonly client: BatchClient;
  /** Failures that harm no batch: of the legacy record in localStorage, or of renewing a lease. */
  readonly onFailure: (error: unknown) => void;
}

function storageEstimate(): EstimateStorage | null {
  // Plain http has no storage manager; there the write itself shows whether there is room (D9b).
  const { storage } = navigator as { readonly storage?: StorageManager };
  return storage ? () => storage.estimate() : null;
}

/** The batch engine's ports in this browser: IndexedDB, localStorage, locks, API client (D9b, D15, D16). */
export function browserBatchPorts({ client, onFailure, ...given }: BrowserBatchOptions): BatchPorts {
  const { locks } = navigator as { readonly locks?: LockManager };
  const database = batchDatabase(locks);
  return {
    ...given,
    api: clientApi(client),
    store: new IndexedDbBatchStore(database, storageEstimate()),
    legacyRecord: localStorageLegacyRecord(() => localStorage, onFailure),
    clock: browserClock,
    lock: locks
      ? webLock(locks, onFailure)
      : indexedDbLease(database, browserClock, () => given.ids.batchId(), onFailure),
  };
}
