/** Finds rows that are equal to an earlier one: open addressing over their numbers, a few bytes a row. */
export class RepeatIndex {
  /** The number of a row plus one, 0 for a free slot; at most half full. */
  #slots = new Int32Array(1024);
  #length = 0;

  /** Rows are told apart by `areEqual`; equal rows have the same `hashOf`. */
  constructor(
    private readonly hashOf: (row: number) => number,
    private readonly areEqual: (one: number, other: number) => boolean,
  ) {}

  /**
   * The first row that is equal to this one, which is the row itself when there is none before it; that one is kept.
   */
  add(row: number): number {
    const mask = this.#slots.length - 1;
    let slot = this.hashOf(row) & mask;
    for (;;) {
      const other = (this.#slots[slot] ?? 0) - 1;
      if (other < 0) break;
      if (this.areEqual(row, other)) return other;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = row + 1;
    this.#length += 1;
    if (this.#length * 2 > this.#slots.length) this.#grow();
    return row;
  }

  #grow(): void {
    const rows = this.#slots.filter((row) => row > 0);
    this.#slots = new Int32Array(this.#slots.length * 4);
    const mask = this.#slots.length - 1;
    for (const row of rows) {
      let slot = this.hashOf(row - 1) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = row;
    }
  }
}
