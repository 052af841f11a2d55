const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** A number mixed so that its low bits differ where it does. */
export function hashOf(value: number): number {
  bits[0] = value;
  const mixed = Math.imul((words[0] ?? 0) ^ Math.imul(words[1] ?? 0, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/**
 * IMEIs in order of arrival, each once, with the line where it stood first (D13). Sixteen to thirty-two bytes a row.
 */
export class ImeiIndex {
  #values = new Float64Array(1024);
  #lines = new Int32Array(1024);
  /** Open addressing: position in the lists plus one, 0 for a free slot; at most half full. */
  #slots = new Int32Array(2048);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Keeps the IMEI and answers 0, or answers the line of its first appearance and keeps nothing. */
  add(value: number, line: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(value) & mask;
    for (;;) {
      const position = (this.#slots[slot] ?? 0) - 1;
      if (position < 0) break;
      if (this.#values[position] === value) return this.#lines[position] ?? 0;
      slot = (slot + 1) & mask;
    }
    if (this.#length === this.#values.length) this.#grow();
    this.#values[this.#length] = value;
    this.#lines[this.#length] = line;
    this.#length += 1;
    if (this.#length * 2 > this.#slots.length) this.#rehash();
    else this.#slots[slot] = this.#length;
    return 0;
  }

  /** The IMEIs in order. */
  values(): Float64Array {
    return this.#values.slice(0, this.#length);
  }

  #grow(): void {
    const values = new Float64Array(this.#values.length * 2);
    values.set(this.#values);
    this.#values = values;
    const lines = new Int32Array(this.#lines.length * 2);
    lines.set(this.#lines);
    this.#lines = lines;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 4);
    const mask = slots.length - 1;
    for (let position = 0; position < this.#length; position += 1) {
      let slot = hashOf(this.#values[position] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = position + 1;
    }
    this.#slots = slots;
  }
}
