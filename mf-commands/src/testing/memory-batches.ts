import type { ApiClient } from '@device-console/shared-lib/api';
import {
  BatchStorageError,
  keyName,
  type BatchKey,
  type BatchLock,
  type BatchManager,
  type BatchStore,
  type BatchVault,
  type StoredBatch,
} from '@device-console/shared-lib/batch';
import { browserBatchPorts, createBatchManager } from '@device-console/shared-lib/batch-host';
import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';

/** A browser's unfinished batches, in memory. A test passes them to two pages: the second finds what the first left. */
export class MemoryStore implements BatchStore {
  readonly #batches = new Map<string, StoredBatch>();
  readonly #archive = new Map<string, { readonly batch: StoredBatch; readonly archivedAt: number }>();

  async load(key: BatchKey): Promise<StoredBatch | null> {
    return [...this.#batches.values()].find(({ header }) => keyName(header) === keyName(key)) ?? null;
  }

  async create(batch: StoredBatch): Promise<void> {
    if (await this.load(batch.header)) throw new BatchStorageError('occupied', 'There is an unfinished batch already.');
    this.#batches.set(batch.header.batchId, batch);
  }

  async save(batchId: string, progress: StoredBatch['progress'], segments: StoredBatch['segments']): Promise<void> {
    const batch = this.#batches.get(batchId);
    if (!batch) throw new BatchStorageError('failed', `There is no batch ${batchId}.`);
    const others = batch.segments.filter(({ segment }) => !segments.some((fresh) => fresh.segment === segment));
    this.#batches.set(batchId, { ...batch, progress, segments: [...others, ...segments] });
  }

  async archive(batchId: string, archivedAt: number): Promise<void> {
    const batch = this.#batches.get(batchId);
    if (!batch) throw new BatchStorageError('failed', `There is no batch ${batchId}.`);
    this.#batches.delete(batchId);
    this.#archive.set(batchId, { batch, archivedAt });
  }

  async restore(batchId: string): Promise<void> {
    const kept = this.#archive.get(batchId);
    if (!kept) throw new BatchStorageError('failed', `There is no archived batch ${batchId}.`);
    this.#archive.delete(batchId);
    await this.create(kept.batch);
  }

  async archived(key: BatchKey) {
    return [...this.#archive.values()]
      .filter(({ batch }) => keyName(batch.header) === keyName(key))
      .map(({ batch: { header, progress }, archivedAt }) => ({ header, progress, archivedAt }));
  }

  async unfinished(operator: string) {
    return [...this.#batches.values()]
      .filter(({ header }) => header.operator === operator)
      .map(({ header, progress }) => ({ header, progress }));
  }

  async untold(operator: string) {
    return [...this.#archive.values()]
      .filter(({ batch: { header, progress } }) => header.operator === operator && progress.phase === 'reporting')
      .map(({ batch: { header, progress }, archivedAt }) => ({ header, progress, archivedAt }));
  }

  async told(batchId: string): Promise<void> {
    const kept = this.#archive.get(batchId);
    if (!kept) return;
    const progress = { ...kept.batch.progress, phase: 'finished', notTold: undefined } as const;
    this.#archive.set(batchId, { ...kept, batch: { ...kept.batch, progress } });
  }

  async openArchived(batchId: string): Promise<StoredBatch | null> {
    return this.#archive.get(batchId)?.batch ?? null;
  }

  async discard(batchId: string): Promise<void> {
    this.#archive.delete(batchId);
  }

  async remove(batchId: string): Promise<void> {
    this.#batches.delete(batchId);
    this.#archive.delete(batchId);
  }
}

function memoryLock(): BatchLock {
  const taken = new Set<string>();
  const waiting: (() => void)[] = [];
  const take = (name: string): Awaited<ReturnType<BatchLock['tryAcquire']>> => {
    if (taken.has(name)) return null;
    taken.add(name);
    const release = (): void => {
      taken.delete(name);
      waiting.splice(0).forEach((look) => look());
    };
    return { confirm: () => true, release };
  };
  return {
    tryAcquire: async (name) => take(name),
    whenFree: () => () => undefined,
    acquire(name, callback) {
      const look = (): void => {
        const held = take(name);
        if (held) callback(held);
        else waiting.push(look);
      };
      look();
      return () => undefined;
    },
  };
}

/** Hides the text from a casual look, and opens for that session only. */
function sessionVault(session: string): BatchVault {
  const tag = (batchId: string, place: number): string => `${session} ${batchId} ${place} `;
  return {
    seal: async (batchId, place, text) => tag(batchId, place) + btoa(encodeURIComponent(text)),
    open: async (batchId, place, sealed) =>
      sealed.startsWith(tag(batchId, place))
        ? decodeURIComponent(atob(sealed.slice(tag(batchId, place).length)))
        : null,
  };
}

/** Over the page's own client, with store and locks in memory: jsdom has neither. */
export function memoryBatches(
  client: ApiClient,
  operator: string,
  store: BatchStore,
  vaultSession: string,
  idempotent: boolean,
): BatchManager {
  const ids = { batchId: newTransactionId, itemTransactionId: batchItemTransactionId };
  const onFailure = (error: unknown): never => {
    throw error;
  };
  const ports = browserBatchPorts({
    client,
    ids,
    vault: sessionVault(vaultSession),
    place: 'A browser',
    signedIn: () => operator,
    onFailure,
  });
  return createBatchManager({ ports: { ...ports, store, lock: memoryLock() }, idempotent });
}
