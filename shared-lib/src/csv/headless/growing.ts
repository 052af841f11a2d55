type Packed = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** A typed array that grows by doubling; `done` gives it in its final length. */
export class Growing<Values extends Packed> {
  #values: Values;
  #length = 0;

  constructor(
    private readonly make: (length: number) => Values,
    initial = 256,
  ) {
    this.#values = make(initial);
  }

  get length(): number {
    return this.#length;
  }

  /** The value at an index below the length. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  push(value: number): void {
    this.reserve(1);
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** Makes room for more values and returns the array; {@link grown} says how many of them were written. */
  reserve(more: number): Values {
    const wanted = this.#length + more;
    if (wanted > this.#values.length) {
      const larger = this.make(Math.max(wanted, this.#values.length * 2));
      larger.set(this.#values.subarray(0, this.#length));
      this.#values = larger;
    }
    return this.#values;
  }

  grown(by: number): void {
    this.#length += by;
  }

  done(): Values {
    const exact = this.make(this.#length);
    exact.set(this.#values.subarray(0, this.#length));
    return exact;
  }
}
