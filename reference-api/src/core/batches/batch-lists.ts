import { setImmediate } from 'node:timers/promises';
import { IMEI_LENGTH } from '@device-console/shared-lib/contract';
import type { Batch } from '../store/batches.ts';
import type { Database } from '../store/store.ts';
import { findIntentList } from '../store/uploads.ts';
import { BusinessError } from '../errors/expected-errors.ts';

/** Devices of all cached lists; 16 bytes each. */
const KEPT_DEVICES = 4_000_000;
/** Devices read at once; other calls are served in between. */
const PIECE = 50_000;
const ENTRY_LENGTH = IMEI_LENGTH + 1;

/** A list as it is stored: comma-joined IMEIs. */
export class BatchList {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get length(): number {
    return Math.ceil(this.#text.length / ENTRY_LENGTH);
  }

  /** Rows start at 1; undefined beyond the list. */
  at(row: number): string | undefined {
    const from = (row - 1) * ENTRY_LENGTH;
    return this.#text.substring(from, from + IMEI_LENGTH) || undefined;
  }

  async containing(imeis: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(imeis);
    const found = new Set<string>();
    for (let row = 1; row <= this.length; row += 1) {
      const imei = this.at(row);
      if (imei !== undefined && wanted.has(imei)) found.add(imei);
      if (row % PIECE === 0) await setImmediate();
    }
    return imeis.filter((imei) => found.has(imei));
  }
}

type Names = Pick<Batch, 'account_id' | 'batch_id'>;

/** An unclaimed list: registered anew under the same names, it is another. */
interface RegisteredList extends Names {
  readonly id: number;
  readonly devices: number;
  readonly created_at: string;
}

export type BatchLists = ReturnType<typeof createBatchLists>;

async function read(db: Database, { account_id, batch_id }: Names): Promise<BatchList> {
  const text = await findIntentList(db, account_id, batch_id);
  if (text === undefined) throw new Error(`The list of batch ${batch_id} is gone.`);
  requireKept(text);
  return new BatchList(text);
}

/** Caches recently used lists in memory, of `kept` devices at most. */
export function createBatchLists(kept = KEPT_DEVICES) {
  const lists = new Map<string, BatchList>();

  // Simultaneous callers read it too: waiting for another's read could wait for a caller that waits for the end of this
  // transaction.
  async function find(db: Database, id: string, names: Names): Promise<BatchList> {
    const list = lists.get(id) ?? (await read(db, names));
    lists.delete(id);
    let devices = [...lists.values()].reduce((sum, { length }) => sum + length, list.length);
    for (const [oldest, { length }] of lists) {
      if (devices <= kept) break;
      lists.delete(oldest);
      devices -= length;
    }
    lists.set(id, list);
    return list;
  }

  return {
    /** The list of a known batch never changes. */
    listOf: (db: Database, batch: Names & Pick<Batch, 'id'>) => find(db, `batch ${batch.id}`, batch),
    registered: (db: Database, list: RegisteredList) =>
      find(db, `list ${list.id} ${list.devices} ${list.created_at}`, list),
  };
}

/** Advice if a batch's list or file was deleted. */
export const KEPT_FOR_A_TIME = 'What became of each device stands in the executed commands report.';

/** Throws BusinessError if the list was deleted with the batch's other data. */
export function requireKept(list: string): void {
  if (list === '') throw new BusinessError(`The list of this batch is no longer kept. ${KEPT_FOR_A_TIME}`);
}

/**
 * Throws BusinessError for a known batch old enough to be deleted, even if it still exists: half of its rows could look
 * as if they had no outcome.
 */
export function requireKeptBatch(keptSince: string, { started_at }: Pick<Batch, 'started_at'>): void {
  requireKept(started_at < keptSince ? '' : started_at);
}
