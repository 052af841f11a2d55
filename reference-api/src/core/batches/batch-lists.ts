import { setImmediate } from 'node:timers/promises';
import { IMEI_LENGTH } from '@device-console/shared-lib/contract';
import type { Batch } from '../store/batches.ts';
import type { Database } from '../store/store.ts';
import { findIntentList } from '../store/uploads.ts';
import { BusinessError } from '../errors/expected-errors.ts';

/** How many devices all cached lists hold at most; 16 bytes each. */
const KEPT_DEVICES = 4_000_000;
/** How many devices are read or sorted at once; other calls are served in between. */
const PIECE = 50_000;
const ENTRY_LENGTH = IMEI_LENGTH + 1;

/** The registered list of a batch. */
class BatchList {
  readonly #imeis: Float64Array;
  #sorted: Promise<readonly Float64Array[]> | undefined;

  constructor(imeis: Float64Array) {
    this.#imeis = imeis;
  }

  get length(): number {
    return this.#imeis.length;
  }

  /** The IMEI of a row, from 1; undefined beyond the list. */
  at(row: number): string | undefined {
    return this.#imeis[row - 1]?.toString().padStart(IMEI_LENGTH, '0');
  }

  /** The IMEIs among these that are in the list. */
  async containing(imeis: readonly string[]): Promise<readonly string[]> {
    this.#sorted ??= sortedPieces(this.#imeis);
    const pieces = await this.#sorted;
    return imeis.filter((imei) => pieces.some((piece) => holds(piece, Number(imei))));
  }
}

async function sortedPieces(imeis: Float64Array): Promise<readonly Float64Array[]> {
  const pieces: Float64Array[] = [];
  for (let from = 0; from < imeis.length; from += PIECE) {
    pieces.push(imeis.slice(from, from + PIECE).sort());
    await setImmediate();
  }
  return pieces;
}

function holds(sorted: Float64Array, wanted: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}

async function parse(text: string): Promise<BatchList> {
  const imeis = new Float64Array(Math.floor((text.length + 1) / ENTRY_LENGTH));
  for (let row = 0; row < imeis.length; row += 1) {
    const from = row * ENTRY_LENGTH;
    imeis[row] = Number(text.slice(from, from + IMEI_LENGTH));
    if (row % PIECE === PIECE - 1) await setImmediate();
  }
  return new BatchList(imeis);
}

type Names = Pick<Batch, 'account_id' | 'batch_id'>;

/** A list that no run has claimed yet: what is registered anew under the same names is another one. */
interface RegisteredList extends Names {
  readonly id: number;
  readonly devices: number;
  readonly created_at: string;
}

/** Lists of batches, those asked for last kept in memory. */
export interface BatchLists {
  /** The list of a known batch, which no longer changes. */
  listOf(db: Database, batch: Names & Pick<Batch, 'id'>): Promise<BatchList>;
  registered(db: Database, list: RegisteredList): Promise<BatchList>;
}

async function read(db: Database, { account_id, batch_id }: Names): Promise<BatchList> {
  const text = await findIntentList(db, account_id, batch_id);
  if (text === undefined) throw new Error(`The list of batch ${batch_id} is gone.`);
  requireKept(text);
  return parse(text);
}

/** Makes an empty cache of lists; `kept` limits the devices that it holds. */
export function createBatchLists(kept = KEPT_DEVICES): BatchLists {
  const lists = new Map<string, BatchList>();

  function keep(id: string, list: BatchList): void {
    lists.delete(id);
    let devices = [...lists.values()].reduce((sum, { length }) => sum + length, list.length);
    for (const [oldest, { length }] of lists) {
      if (devices <= kept) break;
      lists.delete(oldest);
      devices -= length;
    }
    lists.set(id, list);
  }

  // Who asks at the same time reads it too: waiting for another's reading could be waiting for one who waits for the
  // end of one's own transaction.
  async function find(db: Database, id: string, names: Names): Promise<BatchList> {
    const list = lists.get(id) ?? (await read(db, names));
    keep(id, list);
    return list;
  }

  return {
    listOf: (db, batch) => find(db, `batch ${batch.id}`, batch),
    registered: (db, list) => find(db, `list ${list.id} ${list.devices} ${list.created_at}`, list),
  };
}

/** What to know of a batch whose list or file was deleted. */
export const KEPT_FOR_A_TIME = 'What became of each device stands in the executed commands report.';

/** Throws BusinessError for a list that was deleted with its batch's other data. */
export function requireKept(list: string): void {
  if (list === '') throw new BusinessError(`The list of this batch is no longer kept. ${KEPT_FOR_A_TIME}`);
}

/**
 * Throws BusinessError for a known batch that is old enough to be deleted, whether or not it is by now: half of its
 * rows would look as if nothing had become of them.
 */
export function requireKeptBatch(keptSince: string, { started_at }: Pick<Batch, 'started_at'>): void {
  requireKept(started_at < keptSince ? '' : started_at);
}
