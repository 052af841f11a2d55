type Packed = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** A typed array that grows by doubling; `done` returns it at its final length. */
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

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  push(value: number): void {
    this.reserve(1);
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** Makes room for more values and returns the array; {@link grown} says how many were written. */
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

/** Texts as their bytes in one array: text n is bytes offsets[n] to offsets[n+1]. */
export interface PackedTexts {
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Collects texts, a few bytes each. */
export class GrowingTexts {
  readonly #offsets = new Growing((length) => new Uint32Array(length));
  readonly #bytes = new Growing((length) => new Uint8Array(length), 4096);
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor() {
    this.#offsets.push(0);
  }

  push(text: string): void {
    const room = this.#bytes.reserve(text.length * 3);
    this.#bytes.grown(this.#encoder.encodeInto(text, room.subarray(this.#bytes.length)).written);
    this.#offsets.push(this.#bytes.length);
  }

  at(index: number): string {
    const bytes = this.#bytes.reserve(0).subarray(this.#offsets.at(index), this.#offsets.at(index + 1));
    return this.#decoder.decode(bytes);
  }

  done(): PackedTexts {
    return { offsets: this.#offsets.done(), bytes: this.#bytes.done() };
  }
}
