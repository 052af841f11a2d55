import type { IDBPTransaction } from 'idb';
import { storageError, type BatchDatabase, type BatchRow, type BatchSchema } from './batch-database.ts';
import {
  BatchStorageError,
  keyName,
  reportedProgress,
  type BatchKey,
  type BatchProgress,
  type BatchStore,
  type ListedBatch,
  type OutcomeSegment,
  type StoredBatch,
} from '../engine/index.ts';

/** Free and used bytes of the browser's storage, as `navigator.storage.estimate` gives them. */
export type EstimateStorage = () => Promise<{
  readonly quota?: number | undefined;
  readonly usage?: number | undefined;
}>;

/** Browsers keep copies of their own. */
const COPIES = 2;
/** For the list and its outcomes, copies included. */
const BYTES_A_ROW = 20 * COPIES;
const RESERVE_BYTES = 5_000_000;

const every = ['batches', 'lists', 'outcomes'] as const;
/** A power cut loses nothing that was acknowledged (D15). */
const strict: IDBTransactionOptions = { durability: 'strict' };

/**
 * Batches in IndexedDB (D15). List, progress and outcomes are separate, so that saving writes little. One transaction
 * per method.
 */
export class IndexedDbBatchStore implements BatchStore {
  constructor(
    private readonly database: () => Promise<BatchDatabase>,
    private readonly estimate: EstimateStorage | null,
  ) {}

  load(key: BatchKey): Promise<StoredBatch | null> {
    return this.#run(async (database) => {
      const transaction = database.transaction(every);
      return whole(transaction, await transaction.objectStore('batches').index('slot').get(keyName(key)));
    });
  }

  create({ header, progress, imeis, segments, sealedRows, sealedErrors }: StoredBatch): Promise<void> {
    return this.#run(async (database) => {
      await this.#refuseWithoutRoom(imeis.length, [...(sealedRows ?? []), ...(sealedErrors ?? [])]);
      const transaction = database.transaction(every, 'readwrite', strict);
      const { batchId } = header;
      await Promise.all([
        transaction.objectStore('batches').add({ batchId, header, progress, slot: keyName(header) }),
        transaction
          .objectStore('lists')
          .add({ batchId, imeis, ...(sealedRows && { sealedRows }), ...(sealedErrors && { sealedErrors }) }),
        ...segments.map((segment) => transaction.objectStore('outcomes').add({ batchId, ...segment })),
        transaction.done,
      ]);
    });
  }

  save(batchId: string, progress: BatchProgress, segments: readonly OutcomeSegment[]): Promise<void> {
    return this.#change(batchId, (row) => ({ ...present(row, batchId), progress }), segments);
  }

  archive(batchId: string, archivedAt: number): Promise<void> {
    return this.#change(batchId, (row) => {
      const { header, progress } = present(row, batchId);
      return { batchId, header, progress, archivedAt };
    });
  }

  restore(batchId: string): Promise<void> {
    return this.#change(batchId, (row) => {
      const { header, progress } = present(row, batchId);
      return { batchId, header, progress, slot: keyName(header) };
    });
  }

  list(operator: string): Promise<readonly ListedBatch[]> {
    return this.#run(async (database) => {
      const rows = await database.getAll('batches');
      return rows
        .filter(({ header }) => header.operator === operator)
        .map(({ header, progress, archivedAt = null }) => ({ header, progress, archivedAt }));
    });
  }

  reported(batchId: string): Promise<void> {
    return this.#change(batchId, (row) => isArchived(row) && { ...row, progress: reportedProgress(row.progress) });
  }

  openArchived(batchId: string): Promise<StoredBatch | null> {
    return this.#run(async (database) => {
      const transaction = database.transaction(every);
      const row = await transaction.objectStore('batches').get(batchId);
      return whole(transaction, isArchived(row) ? row : undefined);
    });
  }

  remove(batchId: string): Promise<void> {
    return this.#change(batchId, () => null);
  }

  discard(batchId: string): Promise<void> {
    return this.#change(batchId, (row) => (isArchived(row) ? null : false));
  }

  /** Null removes the batch, false leaves it as it is. */
  #change(
    batchId: string,
    change: (row: BatchRow | undefined) => BatchRow | null | false,
    segments: readonly OutcomeSegment[] = [],
  ): Promise<void> {
    return this.#run(async (database) => {
      const transaction = database.transaction(every, 'readwrite', strict);
      const batches = transaction.objectStore('batches');
      const outcomes = transaction.objectStore('outcomes');
      const changed = change(await batches.get(batchId));
      const work: Promise<unknown>[] = [transaction.done];
      if (changed === null) {
        const lists = transaction.objectStore('lists');
        work.push(batches.delete(batchId), lists.delete(batchId), outcomes.delete(outcomesOf(batchId)));
      } else if (changed) {
        work.push(batches.put(changed), ...segments.map((segment) => outcomes.put({ batchId, ...segment })));
      }
      await Promise.all(work);
    });
  }

  async #refuseWithoutRoom(rows: number, sealedPieces: readonly string[]): Promise<void> {
    const { quota, usage } = (await this.estimate?.()) ?? {};
    if (quota === undefined || usage === undefined) return;
    const sealedBytes = sealedPieces.reduce((sum, piece) => sum + piece.length, 0);
    const wanted = rows * BYTES_A_ROW + sealedBytes * COPIES + RESERVE_BYTES;
    const free = quota - usage;
    if (free < wanted) throw new BatchStorageError({ kind: 'no-room', needed: wanted, free });
  }

  async #run<Answer>(work: (database: BatchDatabase) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(await this.database());
    } catch (error) {
      throw storageError(error);
    }
  }
}

const isArchived = (row: BatchRow | undefined): row is BatchRow => row?.archivedAt !== undefined;

function present(row: BatchRow | undefined, batchId: string): BatchRow {
  if (row) return row;
  throw new BatchStorageError({ kind: 'missing', batchId });
}

async function whole(
  transaction: IDBPTransaction<BatchSchema, typeof every>,
  row: BatchRow | undefined,
): Promise<StoredBatch | null> {
  if (!row) return null;
  const [list, segments] = await Promise.all([
    transaction.objectStore('lists').get(row.batchId),
    transaction.objectStore('outcomes').getAll(outcomesOf(row.batchId)),
  ]);
  return {
    header: row.header,
    progress: row.progress,
    imeis: list?.imeis ?? new Float64Array(0),
    segments,
    sealedRows: list?.sealedRows,
    sealedErrors: list?.sealedErrors,
  };
}

function outcomesOf(batchId: string): IDBKeyRange {
  return IDBKeyRange.bound([batchId, 0], [batchId, Number.POSITIVE_INFINITY]);
}
