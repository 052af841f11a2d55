import { createHash } from 'node:crypto';
import { keyName } from '../engine/index.ts';
import type {
  BatchKey,
  BatchLock,
  LegacyRecordStore,
  BatchPorts,
  HeldLock,
  LegacyRecord,
  StoredBatch,
} from '../engine/index.ts';
import type { SimulatedServer } from './simulated-server.ts';
import { activeOf, simulatedStore, type Kept } from './simulated-store.ts';
import type { TestClock } from './test-clock.ts';

interface Write {
  readonly apply: () => void;
  done: boolean;
}

const RECORD_LOSS_MS = 4000;

/** The id of an item, computed at once, which the real UUID v5 cannot do. */
export function itemId(batchId: string, imei: string, action: string): string {
  const hex = createHash('sha1').update(`${batchId}|${imei}|${action}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A browser's disk and its locks. One "life" is a page from its loading until it is killed. */
export class SimulatedBrowser {
  readonly kept = new Map<string, Kept>();
  legacyRecords = new Map<string, LegacyRecord>();
  readonly legacyRecordHistory: { readonly at: number; readonly legacyRecords: Map<string, LegacyRecord> }[] = [];
  readonly locks = new Map<string, object>();
  readonly #lockWatchers: { readonly name: string; readonly callback: () => void }[] = [];
  /** Every write fails with this while it is set. */
  storageError: Error | null = null;
  /** The storage answers nothing while this is set. */
  storageHangs = false;
  saves = 0;
  #ids = 0;
  #killNow: ((keepsWrite: () => boolean, recordLossMs: number) => void) | null = null;

  constructor(
    readonly clock: TestClock,
    readonly server: SimulatedServer,
    /** The hexadecimal digit that its ids start with, so that two browsers never make the same. */
    private readonly digit = '0',
  ) {}

  /** Puts a batch on the disk, as if an earlier page had left it. */
  keep(batch: StoredBatch, archivedAt: number | null = null): void {
    this.kept.set(batch.header.batchId, { batch: structuredClone(batch), archivedAt });
  }

  active(key: BatchKey): StoredBatch | null {
    return activeOf(this.kept, key);
  }

  /**
   * Kills the page: its memory is gone and its locks are free; unacknowledged writes may or may not happen, and
   * localStorage may lose up to four seconds.
   */
  kill(keepsWrite: () => boolean, recordLossMs = 0): void {
    this.#killNow?.(keepsWrite, recordLossMs);
    this.#killNow = null;
  }

  /** All ports that a new page gets. */
  openPage(signedIn: () => string | null = () => 'operator@example.com'): BatchPorts {
    const owner = {};
    let alive = true;
    let writes: Write[] = [];
    const write = (apply: () => void): Promise<void> =>
      new Promise((resolve, reject) => {
        const pending: Write = { apply, done: false };
        writes.push(pending);
        if (this.storageHangs) return;
        this.clock.delay(1, () => {
          if (!alive) return;
          writes = writes.filter((other) => other !== pending);
          try {
            if (this.storageError) throw this.storageError;
            apply();
            resolve();
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
      });
    this.#killNow = (keepsWrite, recordLossMs) => {
      alive = false;
      for (const pending of writes) {
        if (!keepsWrite()) break;
        pending.apply();
      }
      this.#loseLegacyRecords(Math.min(recordLossMs, RECORD_LOSS_MS));
      for (const [name, holder] of this.locks) if (holder === owner) this.#free(name);
    };
    const whileAlive = (callback: () => void) => () => {
      if (alive) callback();
    };
    const clock = {
      now: () => this.clock.now(),
      yieldNow: () => new Promise<void>((resolve) => this.clock.delay(0, whileAlive(resolve))),
      delay: (milliseconds: number, callback: () => void) => this.clock.delay(milliseconds, whileAlive(callback)),
      frame: (callback: () => void) => this.clock.frame(whileAlive(callback)),
    };
    const ids = {
      batchId: () => `${this.digit}0000000-0000-4000-8000-${String((this.#ids += 1)).padStart(12, '0')}`,
      itemTransactionId: (batchId: string, imei: string, action: string) => itemId(batchId, imei, action),
    };
    return {
      api: this.server.connection(() => alive),
      store: simulatedStore(this, write),
      legacyRecord: this.#legacyRecord(),
      lock: this.#lock(owner, whileAlive),
      clock,
      ids,
      place: 'A browser',
      signedIn,
    };
  }

  #legacyRecord(): LegacyRecordStore {
    const change = (apply: (legacyRecords: Map<string, LegacyRecord>) => void) => {
      this.legacyRecordHistory.push({ at: this.clock.now(), legacyRecords: this.legacyRecords });
      this.legacyRecords = new Map(this.legacyRecords);
      apply(this.legacyRecords);
    };
    return {
      write: (key, record) => change((legacyRecords) => legacyRecords.set(keyName(key), record)),
      read: (key) => this.legacyRecords.get(keyName(key)) ?? null,
      clear: (key) => change((legacyRecords) => legacyRecords.delete(keyName(key))),
    };
  }

  #loseLegacyRecords(milliseconds: number): void {
    const since = this.clock.now() - milliseconds;
    const lost = this.legacyRecordHistory.find((entry) => entry.at >= since);
    if (milliseconds > 0 && lost) this.legacyRecords = lost.legacyRecords;
  }

  #lock(owner: object, whileAlive: (callback: () => void) => () => void): BatchLock {
    return {
      tryAcquire: (name) => Promise.resolve(this.#take(name, owner)),
      acquire: (name, callback) => {
        const watcher = {
          name,
          callback: whileAlive(() => {
            const held = this.#take(name, owner);
            if (held) callback(held);
            else this.#lockWatchers.push(watcher);
          }),
        };
        if (this.locks.has(name)) this.#lockWatchers.push(watcher);
        else watcher.callback();
        return () => {
          if (this.#lockWatchers.includes(watcher)) this.#lockWatchers.splice(this.#lockWatchers.indexOf(watcher), 1);
        };
      },
    };
  }

  #take(name: string, owner: object): HeldLock | null {
    if (this.locks.has(name)) return null;
    this.locks.set(name, owner);
    return {
      confirm: () => this.locks.get(name) === owner,
      release: () => {
        if (this.locks.get(name) === owner) this.#free(name);
      },
    };
  }

  /** Releases every lock without notice, like a lease that has expired. */
  freeSilently(): void {
    this.locks.clear();
  }

  #free(name: string): void {
    this.locks.delete(name);
    const waiting = this.#lockWatchers.filter((watcher) => watcher.name === name);
    for (const watcher of waiting) {
      this.#lockWatchers.splice(this.#lockWatchers.indexOf(watcher), 1);
      watcher.callback();
    }
  }
}
