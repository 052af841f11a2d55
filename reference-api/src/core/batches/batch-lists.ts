import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { IMEI_LENGTH } from '@device-console/shared-lib/contract';
import type { Batch } from '../store/batches.ts';
import type { Database } from '../store/store.ts';
import { type findIntent, findIntentList } from '../store/uploads.ts';
import { BusinessError } from '../errors/expected-errors.ts';

/** Devices of all cached lists; 16 bytes each. */
const KEPT_DEVICES = 4_000_000;
/** Devices read or sorted at once; other calls are served in between. */
const PIECE = 50_000;
const ENTRY_LENGTH = IMEI_LENGTH + 1;

export type BatchList = ReturnType<typeof listOfImeis>;

function listOfImeis(imeis: Float64Array) {
  let sorted: Promise<readonly Float64Array[]> | undefined;
  return {
    length: imeis.length,
    /** Rows start at 1; undefined beyond the list. */
    at: (row: number) => imeis[row - 1]?.toString().padStart(IMEI_LENGTH, '0'),
    /** The first row with the IMEI, from 1; undefined if there is none. */
    rowOf(imei: string): number | undefined {
      const index = imeis.indexOf(Number(imei));
      return index < 0 ? undefined : index + 1;
    },
    async containing(wanted: readonly string[]) {
      sorted ??= sortedPieces(imeis);
      const pieces = await sorted;
      return wanted.filter((imei) => pieces.some((piece) => includesSorted(piece, Number(imei))));
    },
  };
}

async function sortedPieces(imeis: Float64Array): Promise<readonly Float64Array[]> {
  const pieces: Float64Array[] = [];
  for (let from = 0; from < imeis.length; from += PIECE) {
    pieces.push(imeis.slice(from, from + PIECE).sort());
    await setImmediate();
  }
  return pieces;
}

function includesSorted(sorted: Float64Array, wanted: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}

type Names = Pick<Batch, 'account_id' | 'batch_id'>;

async function read(db: Database, { account_id, batch_id }: Names): Promise<BatchList> {
  const text = await findIntentList(db, account_id, batch_id);
  if (text === undefined) throw new Error(`The list of batch ${batch_id} is gone.`);
  requireKept(text);
  const imeis = new Float64Array(Math.floor((text.length + 1) / ENTRY_LENGTH));
  for (let row = 0; row < imeis.length; row += 1) {
    const from = row * ENTRY_LENGTH;
    imeis[row] = Number(text.slice(from, from + IMEI_LENGTH));
    if (row % PIECE === PIECE - 1) await setImmediate();
  }
  return listOfImeis(imeis);
}

type Intent = NonNullable<Awaited<ReturnType<typeof findIntent>>>;

export type BatchLists = ReturnType<typeof createBatchLists>;

/** Caches recently used lists in memory, of `kept` devices at most. */
export function createBatchLists(kept = KEPT_DEVICES) {
  const lists = new LRUCache<string, BatchList>({ maxSize: kept, sizeCalculation: ({ length }) => length });

  // Each caller reads for itself: another may wait for the end of this transaction, and must not be waited for.
  async function find(db: Database, id: string, names: Names): Promise<BatchList> {
    const list = lists.get(id) ?? (await read(db, names));
    lists.set(id, list);
    return list;
  }

  return {
    /** The list of a known batch never changes. */
    listOf: (db: Database, batch: Names & Pick<Batch, 'id'>) => find(db, `batch ${batch.id}`, batch),
    /** An unclaimed list: registered anew under the same names, it is another. */
    registered: (db: Database, { id, devices, created_at }: Intent, names: Names) =>
      find(db, `list ${id} ${devices} ${created_at}`, names),
  };
}

/** Advice if a batch's list or file was deleted. */
export const KEPT_FOR_A_TIME = 'What became of each device stands in the executed commands report.';

export function requireKept(list: string): void {
  if (list === '') throw new BusinessError(`The list of this batch is no longer kept. ${KEPT_FOR_A_TIME}`);
}

/** Refuses a batch old enough to be deleted even if it exists: half of its rows could look as if they were open. */
export function requireKeptBatch(keptSince: string, { started_at }: Pick<Batch, 'started_at'>): void {
  requireKept(started_at < keptSince ? '' : started_at);
}
