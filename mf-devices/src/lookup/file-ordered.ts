/** A list in the order of a file, whatever order its items come in. An item is not taken out again. */
export class FileOrdered<Item> {
  readonly #positions: number[] = [];
  readonly #items: Item[] = [];

  get length(): number {
    return this.#items.length;
  }

  /**
   * Adds an item behind all whose position in the file is not greater. Most come nearly in order, so little has to be
   * moved.
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

  /** The item at an index from 0; throws when there is none, which is a mistake of the caller. */
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
