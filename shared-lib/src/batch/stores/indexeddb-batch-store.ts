import { storageError, type BatchDatabase, type BatchRow } from './batch-database.ts';
import {
  BatchStorageError, keyName,
  type ArchivedBatch, type BatchKey, type BatchProgress, type BatchStore, type OutcomeSegment, type StoredBatch,
} from '../engine/index.ts';

/** Free and used bytes of the browser's storage, as `navigator.storage.estimate` gives them. */
export type EstimateStorage = () => Promise<{ readonly quota?: number | undefined; readonly usage?: number | undefined }>;

/** Bytes a row takes in the list and its outcomes, twice for the browser's own copies. */
const BYTES_A_ROW = 40;
const RESERVE_BYTES = 5_000_000;

const every = ['batches', 'lists', 'outcomes'] as const;
/** Written to the disk before it is acknowledged: a power cut loses nothing that was (D15). */
const strict: IDBTransactionOptions = { durability: 'strict' };

/**
 * Batches in IndexedDB (D15): list, progress and outcomes apart, so that saving progress writes a few kilobytes whatever the size
 * of the batch. Every method is one transaction.
 */
export class IndexedDbBatchStore implements BatchStore {
  constructor(private readonly database: () => Promise<BatchDatabase>, private readonly estimate: EstimateStorage | null) {}

  load(key: BatchKey): Promise<StoredBatch | null> {
    return this.#run(async (database) => {
      const transaction = database.transaction(every);
      const row = await transaction.objectStore('batches').index('slot').get(keyName(key));
      if (!row) return null;
      const [list, segments] = await Promise.all([
        transaction.objectStore('lists').get(row.batchId),
        transaction.objectStore('outcomes').getAll(outcomesOf(row.batchId)),
      ]);
      return { header: row.header, progress: row.progress, imeis: list?.imeis ?? new Float64Array(0), segments };
    });
  }

  create({ header, progress, imeis, segments }: StoredBatch): Promise<void> {
    return this.#run(async (database) => {
      await this.#refuseWithoutRoom(imeis.length);
      const transaction = database.transaction(every, 'readwrite', strict);
      const { batchId } = header;
      await Promise.all([
        transaction.objectStore('batches').add({ batchId, header, progress, slot: keyName(header) }),
        transaction.objectStore('lists').add({ batchId, imeis }),
        ...segments.map((segment) => transaction.objectStore('outcomes').add({ batchId, ...segment })),
        transaction.done,
      ]);
    });
  }

  save(batchId: string, progress: BatchProgress, segments: readonly OutcomeSegment[]): Promise<void> {
    return this.#change(batchId, (row) => ({ ...row, progress }), segments);
  }

  archive(batchId: string, archivedAt: number): Promise<void> {
    return this.#change(batchId, ({ header, progress }) => ({ batchId, header, progress, shelf: keyName(header), archivedAt }));
  }

  restore(batchId: string): Promise<void> {
    return this.#change(batchId, ({ header, progress }) => ({ batchId, header, progress, slot: keyName(header) }));
  }

  archived(key: BatchKey): Promise<readonly ArchivedBatch[]> {
    return this.#run(async (database) => {
      const rows = await database.getAllFromIndex('batches', 'shelf', keyName(key));
      return rows
        .map(({ header, progress, archivedAt = 0 }) => ({ header, progress, archivedAt }))
        .sort((one, other) => other.archivedAt - one.archivedAt);
    });
  }

  remove(batchId: string): Promise<void> {
    return this.#run(async (database) => {
      const transaction = database.transaction(every, 'readwrite', strict);
      await Promise.all([
        transaction.objectStore('batches').delete(batchId),
        transaction.objectStore('lists').delete(batchId),
        transaction.objectStore('outcomes').delete(outcomesOf(batchId)),
        transaction.done,
      ]);
    });
  }

  #change(batchId: string, change: (row: BatchRow) => BatchRow, segments: readonly OutcomeSegment[] = []): Promise<void> {
    return this.#run(async (database) => {
      const transaction = database.transaction(['batches', 'outcomes'], 'readwrite', strict);
      const batches = transaction.objectStore('batches');
      const row = await batches.get(batchId);
      if (!row) {
        transaction.abort();
        await transaction.done.catch(() => null);
        throw new BatchStorageError('failed', `The batch ${batchId} is not stored any more. Start it again from its file.`);
      }
      await Promise.all([
        batches.put(change(row)),
        ...segments.map((segment) => transaction.objectStore('outcomes').put({ batchId, ...segment })),
        transaction.done,
      ]);
    });
  }

  async #refuseWithoutRoom(rows: number): Promise<void> {
    const { quota, usage } = (await this.estimate?.()) ?? {};
    if (quota === undefined || usage === undefined) return;
    const wanted = rows * BYTES_A_ROW + RESERVE_BYTES;
    if (quota - usage >= wanted) return;
    const [free, needed] = [quota - usage, wanted].map((bytes) => (bytes / 1_000_000).toFixed(1));
    const message = `There is no room on this computer to keep the batch: it needs ${String(needed)} MB, ${String(free)} MB are free. Free some disk space, then try again.`;
    throw new BatchStorageError('full', message);
  }

  async #run<Answer>(work: (database: BatchDatabase) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(await this.database());
    } catch (error) {
      throw storageError(error);
    }
  }
}

function outcomesOf(batchId: string): IDBKeyRange {
  return IDBKeyRange.bound([batchId, 0], [batchId, Number.POSITIVE_INFINITY]);
}
