import { type OutcomeSegment, SEGMENT_LENGTH } from './record.ts';
import { storedReason, storedText } from './reasons.ts';
import { imeiText } from '../../csv/headless/imei-cell.ts';

/**
 * What is known about an IMEI, one byte each. `refused`: a business error, not found with a message. `unsent` and
 * `unknown` are unconfirmed: certainly not, or possibly carried out (D11).
 */
export const outcomeCode = { pending: 0, found: 1, notFound: 2, refused: 3, unsent: 4, unknown: 5 } as const;

export type OutcomeCode = (typeof outcomeCode)[keyof typeof outcomeCode];

const knownCodes: readonly OutcomeCode[] = Object.values(outcomeCode);

const MESSAGE_LIMIT = 300;
const DISTINCT_LIMIT = 50_000;
const OVERFLOW = storedReason({ kind: 'message-not-kept' });

/** Counts of outcomes; `unconfirmed` is part of `notFound` (D11). */
export interface OutcomeCounts {
  readonly found: number;
  readonly notFound: number;
  readonly unconfirmed: number;
}

const isUnconfirmed = (code: number): boolean => code === outcomeCode.unsent || code === outcomeCode.unknown;

/** The outcomes of a batch: a byte each, four more once any has a message, and each distinct message once. */
export class OutcomeTable {
  readonly #codes: Uint8Array;
  #messageIds: Uint32Array | null = null;
  readonly #texts: string[] = [''];
  readonly #idOfText = new Map<string, number>([['', 0]]);
  readonly #dirty = new Set<number>();
  readonly #counts = new Uint32Array(6);

  constructor(
    readonly length: number,
    segments: readonly OutcomeSegment[] = [],
  ) {
    this.#codes = new Uint8Array(length);
    this.#counts[outcomeCode.pending] = length;
    for (const { segment, codes, messages } of segments) this.#restore(segment * SEGMENT_LENGTH, codes, messages);
  }

  get counts(): OutcomeCounts {
    const [, found = 0, notFound = 0, refused = 0, unsent = 0, unknown = 0] = this.#counts;
    return { found, notFound: notFound + refused + unsent + unknown, unconfirmed: unsent + unknown };
  }

  codeAt(index: number): number {
    return this.#codes[index] ?? outcomeCode.pending;
  }

  messageAt(index: number): string {
    return storedText(this.#storedAt(index));
  }

  /** `message`: the server's words, or those of `storedReason`. */
  set(index: number, code: OutcomeCode, message = ''): void {
    this.#put(index, code, message);
    this.#dirty.add(Math.floor(index / SEGMENT_LENGTH));
  }

  /** The first index from `start` on whose outcome is unconfirmed, or -1. */
  nextUnconfirmed(start: number): number {
    for (let index = start; index < this.length; index += 1) if (isUnconfirmed(this.codeAt(index))) return index;
    return -1;
  }

  takeChanges(): OutcomeSegment[] {
    const changed = [...this.#dirty];
    this.#dirty.clear();
    return changed.map((segment) => this.#segment(segment));
  }

  /** Marks segments as changed again, after they could not be saved. */
  giveBack(segments: readonly OutcomeSegment[]): void {
    for (const { segment } of segments) this.#dirty.add(segment);
  }

  #storedAt(index: number): string {
    return this.#texts[this.#messageIds?.[index] ?? 0] ?? '';
  }

  #restore(base: number, codes: Uint8Array, messages: OutcomeSegment['messages']): void {
    const texts = new Map(messages);
    for (let place = 0; place < codes.length; place += 1) {
      const code = knownCodes[codes[place] ?? 0] ?? outcomeCode.pending;
      if (base + place < this.length) this.#put(base + place, code, texts.get(place) ?? '');
    }
  }

  #put(index: number, code: OutcomeCode, message: string): void {
    const before = this.codeAt(index);
    this.#counts[before] = (this.#counts[before] ?? 0) - 1;
    this.#counts[code] = (this.#counts[code] ?? 0) + 1;
    this.#codes[index] = code;
    if (message === '' && !this.#messageIds) return;
    this.#messageIds ??= new Uint32Array(this.length);
    this.#messageIds[index] = this.#idOf(message);
  }

  #idOf(message: string): number {
    const text = message.length > MESSAGE_LIMIT ? `${message.slice(0, MESSAGE_LIMIT)}…` : message;
    const known = this.#idOfText.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length > DISTINCT_LIMIT && text !== OVERFLOW) return this.#idOf(OVERFLOW);
    this.#idOfText.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  #segment(segment: number): OutcomeSegment {
    const base = segment * SEGMENT_LENGTH;
    const codes = this.#codes.slice(base, base + SEGMENT_LENGTH);
    const messages: [number, string][] = [];
    for (let place = 0; this.#messageIds && place < codes.length; place += 1) {
      const message = this.#storedAt(base + place);
      if (message !== '') messages.push([place, message]);
    }
    return { segment, codes, messages };
  }
}

/** A row of the results table (B9). */
export interface BatchRow {
  /** Its S.No., from 1, wherever it is shown (B9). */
  readonly row: number;
  readonly imei: string;
  readonly status: 'pending' | 'found' | 'not found' | 'unconfirmed';
  /** What the server added, or why the outcome is unconfirmed; else ''. */
  readonly message: string;
  /** For an unconfirmed row: certainly not sent, or possibly carried out (D11); else null. */
  readonly sent: 'no' | 'unknown' | null;
}

/** The rows of a batch, made on demand: a million cost a few bytes each. */
export interface BatchResults {
  /** All rows, pending ones too. */
  readonly length: number;
  /** The row at an index from 0; throws a RangeError outside the list. */
  rowAt(index: number): BatchRow;
  /** Rows with an outcome, in order (B9, B12). */
  processed(): Iterable<BatchRow>;
  /** Indexes of the rows that have a status now, in order; makes no rows (B9, D11). */
  indexesOf(status: BatchRow['status']): Uint32Array;
}

function statusOf(code: number): BatchRow['status'] {
  if (code === outcomeCode.found) return 'found';
  if (code === outcomeCode.notFound || code === outcomeCode.refused) return 'not found';
  return code === outcomeCode.pending ? 'pending' : 'unconfirmed';
}

function countOf(status: BatchRow['status'], { counts, length }: OutcomeTable): number {
  const { found, notFound, unconfirmed } = counts;
  if (status === 'found') return found;
  if (status === 'unconfirmed') return unconfirmed;
  return status === 'pending' ? length - found - notFound : notFound - unconfirmed;
}

/** The rows over a list of IMEIs and their outcomes; follows the outcomes as they change. */
export function batchResults(imeis: Float64Array, outcomes: OutcomeTable): BatchResults {
  const rowAt = (index: number): BatchRow => {
    const imei = imeis[index];
    if (imei === undefined)
      throw new RangeError(`Row ${String(index)} is outside this batch of ${String(imeis.length)} rows.`);
    const code = outcomes.codeAt(index);
    const sent = code === outcomeCode.unsent ? 'no' : code === outcomeCode.unknown ? 'unknown' : null;
    const message = outcomes.messageAt(index);
    return { row: index + 1, imei: imeiText(imei), status: statusOf(code), message, sent };
  };
  return {
    length: imeis.length,
    rowAt,
    *processed() {
      for (let index = 0; index < imeis.length; index += 1) {
        if (outcomes.codeAt(index) !== outcomeCode.pending) yield rowAt(index);
      }
    },
    indexesOf(status) {
      const indexes = new Uint32Array(countOf(status, outcomes));
      let count = 0;
      for (let index = 0; index < imeis.length && count < indexes.length; index += 1) {
        if (statusOf(outcomes.codeAt(index)) !== status) continue;
        indexes[count] = index;
        count += 1;
      }
      return indexes;
    },
  };
}
