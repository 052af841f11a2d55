/**
 * How often an IMEI has stood before in a list; counted as far as it was asked for, and remembered of repeated ones
 * only (D13a).
 */
export class Occurrences {
  readonly #counts = new Map<number, number>();
  readonly #ofRepeated = new Map<number, number>();
  #counted = 0;

  constructor(private readonly imeis: Float64Array) {}

  /** 0 for the first row of an IMEI, 1 for its second, and so on. */
  before(index: number): number {
    for (; this.#counted <= index; this.#counted += 1) this.#count(this.#counted);
    return this.#ofRepeated.get(index) ?? 0;
  }

  #count(index: number): void {
    const imei = this.imeis[index] ?? 0;
    const before = this.#counts.get(imei) ?? 0;
    this.#counts.set(imei, before + 1);
    if (before > 0) this.#ofRepeated.set(index, before);
  }
}
