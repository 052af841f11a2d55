import { BatchStorageError, keyName, reportedProgress } from '../engine/index.ts';
import type { BatchKey, BatchStore, StoredBatch } from '../engine/index.ts';

/** A batch on a disk; the moment at which it was archived, or null. */
export interface Kept {
  readonly batch: StoredBatch;
  readonly archivedAt: number | null;
}

/** What a store needs from a simulated browser. */
interface SimulatedDisk {
  readonly kept: Map<string, Kept>;
  saves: number;
}

/** The unfinished batch of a command that is not archived. */
export function activeOf(kept: ReadonlyMap<string, Kept>, key: BatchKey): StoredBatch | null {
  const found = [...kept.values()].find(
    ({ batch, archivedAt }) => archivedAt === null && keyName(batch.header) === keyName(key),
  );
  return found ? structuredClone(found.batch) : null;
}

/** Batches on the disk of a simulated browser; `write` does something on it once it is acknowledged. */
export function simulatedStore(disk: SimulatedDisk, write: (apply: () => void) => Promise<void>): BatchStore {
  const need = (batchId: string): Kept => {
    const kept = disk.kept.get(batchId);
    if (!kept) throw new BatchStorageError({ kind: 'missing', batchId });
    return kept;
  };
  const refuseSecond = (key: BatchKey) => {
    if (activeOf(disk.kept, key)) throw new BatchStorageError({ kind: 'occupied' });
  };
  return {
    load: async (key) => {
      await write(() => undefined);
      return activeOf(disk.kept, key);
    },
    create: (batch) =>
      write(() => {
        refuseSecond(batch.header);
        disk.kept.set(batch.header.batchId, { batch: structuredClone(batch), archivedAt: null });
      }),
    save: (batchId, progress, segments) => {
      const copies = structuredClone(segments);
      return write(() => {
        disk.saves += 1;
        const { batch, archivedAt } = need(batchId);
        const others = batch.segments.filter((old) => !copies.some((fresh) => fresh.segment === old.segment));
        disk.kept.set(batchId, { batch: { ...batch, progress, segments: [...others, ...copies] }, archivedAt });
      });
    },
    archive: (batchId, archivedAt) => write(() => disk.kept.set(batchId, { batch: need(batchId).batch, archivedAt })),
    restore: (batchId) =>
      write(() => {
        const { batch } = need(batchId);
        refuseSecond(batch.header);
        disk.kept.set(batchId, { batch, archivedAt: null });
      }),
    list: async (operator) => {
      await write(() => undefined);
      return [...disk.kept.values()]
        .filter(({ batch }) => batch.header.operator === operator)
        .map(({ batch: { header, progress }, archivedAt }) => ({ header, progress, archivedAt }));
    },
    reported: (batchId) =>
      write(() => {
        const kept = disk.kept.get(batchId);
        if (!kept || kept.archivedAt === null) return;
        disk.kept.set(batchId, { ...kept, batch: { ...kept.batch, progress: reportedProgress(kept.batch.progress) } });
      }),
    openArchived: async (batchId) => {
      await write(() => undefined);
      const kept = disk.kept.get(batchId);
      return kept && kept.archivedAt !== null ? structuredClone(kept.batch) : null;
    },
    discard: (batchId) =>
      write(() => (disk.kept.get(batchId)?.archivedAt ?? null) !== null && disk.kept.delete(batchId)),
    remove: (batchId) => write(() => disk.kept.delete(batchId)),
  };
}

/** A browser's batches in memory. A test passes them to two pages: the second finds what the first left. */
export const memoryStore = (): BatchStore => simulatedStore({ kept: new Map(), saves: 0 }, async (apply) => apply());
