import type { DeviceRow } from '@device-console/shared-lib/contract';
import { imeiText } from '@device-console/shared-lib/csv';
/** A list in file order, whatever the order in which its items arrive. Items are never removed. */
class FileOrdered<Item> {
  readonly #positions: number[] = [];
  readonly #items: Item[] = [];

  get length(): number {
    return this.#items.length;
  }

  /**
   * Inserts an item by its position in the file, after items with the same position. Most arrive nearly in order, so
   * little has to move.
   */
  add(position: number, item: Item): void {
    const index = this.#indexBehind(position);
    if (index === this.#items.length) {
      this.#positions.push(position);
      this.#items.push(item);
    } else {
      this.#positions.splice(index, 0, position);
      this.#items.splice(index, 0, item);
    }
  }

  /** The item at an index from 0. Throws if there is none, which would be a bug of the caller. */
  at(index: number): Item {
    const item = this.#items[index];
    if (item === undefined) throw new RangeError(`There is no item ${index} among ${this.#items.length}.`);
    return item;
  }

  get positions(): readonly number[] {
    return this.#positions;
  }

  #indexBehind(position: number): number {
    let low = 0;
    let high = this.#positions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#positions[middle] ?? Infinity) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** An IMEI that could not be looked up, with the reason. */
export interface FailedLookup {
  readonly imei: string;
  readonly reason: string;
}

/** Rows that a table reads when it shows them. */
export interface LookupRows<Row> {
  readonly count: number;
  /** Throws outside of the rows. */
  readonly rowAt: (index: number) => Row;
}

/** Stores each distinct text once for all rows; a server has few states and versions. */
const MOST_SHARED_TEXTS = 10_000;

function rowsOf<Item, Row>(list: FileOrdered<Item>, row: (item: Item) => Row): LookupRows<Row> {
  return { count: list.length, rowAt: (index) => row(list.at(index)) };
}

export class LookupResults {
  readonly #imeis: Float64Array;
  readonly #rows = new FileOrdered<DeviceRow>();
  readonly #unknown = new FileOrdered<number>();
  readonly #texts = new Map<string, string>();
  #failures = new FileOrdered<string>();
  #found = 0;

  constructor(imeis: Float64Array) {
    this.#imeis = imeis;
  }

  get total(): number {
    return this.#imeis.length;
  }

  get done(): number {
    return this.#found + this.#unknown.length + this.#failures.length;
  }

  /** IMEIs for which a device was found; both IMEIs of a device may be found. */
  get found(): number {
    return this.#found;
  }

  imeiAt(position: number): string {
    const imei = this.#imeis[position];
    if (imei === undefined) throw new RangeError(`There is no IMEI ${position} among ${this.#imeis.length}.`);
    return imeiText(imei);
  }

  add(position: number, rows: readonly DeviceRow[]): void {
    if (rows.length === 0) this.#unknown.add(position, position);
    else this.#found += 1;
    for (const row of rows) this.#rows.add(position, this.#shared(row));
  }

  addFailure(position: number, reason: string): void {
    this.#failures.add(position, reason);
  }

  /** Removes the failures and returns their positions. Lists returned before keep them. */
  takeFailures(): readonly number[] {
    const { positions } = this.#failures;
    this.#failures = new FileOrdered<string>();
    return positions;
  }

  rows(): LookupRows<DeviceRow> {
    return rowsOf(this.#rows, (row) => row);
  }

  /** IMEIs that no device is registered under. */
  unknown(): LookupRows<string> {
    return rowsOf(this.#unknown, (position) => this.imeiAt(position));
  }

  failures(): LookupRows<FailedLookup> {
    const list = this.#failures;
    const { positions } = list;
    return {
      count: list.length,
      rowAt: (index) => ({ imei: this.imeiAt(positions[index] ?? -1), reason: list.at(index) }),
    };
  }

  /** The row, with texts that many rows share stored once, so that 100,000 rows stay small. */
  #shared(row: DeviceRow): DeviceRow {
    return {
      ...row,
      claimstatus: this.#text(row.claimstatus),
      registrationstatus: this.#text(row.registrationstatus),
      appversion: this.#text(row.appversion),
      apptype: this.#text(row.apptype),
      command: this.#text(row.command),
    };
  }

  #text(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size < MOST_SHARED_TEXTS) this.#texts.set(text, text);
    return text;
  }
}
