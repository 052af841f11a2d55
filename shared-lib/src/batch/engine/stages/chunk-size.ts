import { CHUNK_ITEMS } from '../../../contract/index.ts';

const FIRST = 25;
/** Most that the next chunk is larger than the last. */
const GROWTH = 4;
/** What a chunk is to take: often enough for pauses and progress, seldom enough for its overhead. */
const WANTED_MS = 300;
/** So many chunks refused in a row: the server takes none. */
const REFUSALS = 2;

/** How many items go together: as many as take 300 ms, fewer after a failure, one by one where chunks are refused. */
export class ChunkSize {
  #items: number;
  #oneByOne = 0;
  #refusals = 0;

  /** `isOffered`: the server takes chunks at all. */
  constructor(isOffered: boolean) {
    this.#items = FIRST;
    if (!isOffered) this.#oneByOne = Number.POSITIVE_INFINITY;
  }

  /** Of the next call; 1 is a call of the specification. */
  get items(): number {
    return this.#oneByOne > 0 ? 1 : this.#items;
  }

  /** So many items were answered in so many milliseconds. */
  answered(items: number, milliseconds: number): void {
    if (this.#oneByOne > 0) {
      this.#oneByOne -= items;
      return;
    }
    if (items > 1) this.#refusals = 0;
    const fitting = Math.round((items * WANTED_MS) / Math.max(milliseconds, 1));
    this.#items = Math.min(Math.max(fitting, 1), items * GROWTH, CHUNK_ITEMS);
  }

  /** A chunk has failed, and its items are asked for again in a smaller one. */
  failed(items: number): void {
    this.#items = Math.max(Math.floor(items / GROWTH), 1);
  }

  /** A chunk was refused as a whole: its items go one by one, and so do all others after a few of those. */
  refused(items: number): void {
    this.#refusals += 1;
    this.#items = FIRST;
    this.#oneByOne = this.#refusals < REFUSALS ? items : Number.POSITIVE_INFINITY;
  }
}
