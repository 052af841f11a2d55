import { imeiText } from '../../csv/headless/imei-cell.ts';
import { batchResults, type BatchResults, OutcomeTable } from './outcomes.ts';
import { Pace } from './pace.ts';
import type { IncorrectRow, RowList } from '../../csv/headless/imei-file.ts';
import type { BatchExtras } from './new-batch.ts';
import type { ChosenFile } from './ports.ts';
import type { BatchHeader, BatchPhase, BatchProgress, Sending, StoredBatch } from './record.ts';
import type { BatchFile, BatchView, ShownBatch } from './state.ts';

/** Counted only as far as asked for, and kept only for repeated IMEIs (D13a). */
class Occurrences {
  readonly #counts = new Map<number, number>();
  readonly #ofRepeated = new Map<number, number>();
  #counted = 0;

  constructor(private readonly imeis: Float64Array) {}

  /** 0 for an IMEI's first row, 1 for its second, and so on. */
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

/** The rows of a batch's file that cannot be used, as long as the page has them (B3). */
export type InvalidRows = RowList<IncorrectRow> | null;

interface OfThePage {
  readonly extras: BatchExtras | null;
  readonly invalidRows: InvalidRows;
  readonly chosen?: ChosenFile | undefined;
}

/** A batch in memory: what {@link StoredBatch} stores, in working form. */
export class LiveBatch {
  readonly header: BatchHeader;
  /** Uploaded as it is. A page that is opened again writes a copy instead (D26a). */
  readonly chosen: ChosenFile | undefined;
  readonly #extras: BatchExtras | null;
  readonly imeis: Float64Array;
  readonly outcomes: OutcomeTable;
  readonly results: BatchResults;
  readonly pace: Pace;
  phase: BatchPhase;
  serverFileName: string;
  next: number;
  sending: Sending | null;
  /** The run under which the server knows the batch, once it does (D17b). */
  run: string | undefined;
  /** Why the server has not been told yet that the batch is complete (D11a). */
  notTold: string | undefined;
  lastImei: string;
  readonly #file: BatchFile | null;
  readonly #occurrences: Occurrences;

  constructor(stored: StoredBatch, { extras, invalidRows, chosen }: OfThePage, now: () => number) {
    const { header, progress, imeis } = stored;
    this.header = header;
    this.#extras = extras;
    this.chosen = chosen;
    this.#file = header.file ? { ...header.file, errors: invalidRows } : null;
    this.imeis = imeis;
    this.#occurrences = new Occurrences(imeis);
    this.outcomes = new OutcomeTable(imeis.length, stored.segments);
    this.results = batchResults(imeis, this.outcomes);
    this.pace = new Pace(now, progress.elapsedMs);
    this.phase = progress.phase;
    this.serverFileName = progress.serverFileName;
    this.next = progress.next;
    this.sending = progress.sending;
    this.notTold = progress.notTold;
    this.lastImei = progress.lastImei;
  }

  /** Its rows carry more than an IMEI and this page lacks them, so nothing of it may be sent (D15). */
  get lacksRows(): boolean {
    return this.header.hasExtras && this.#extras === null;
  }

  /** What its rows carry beyond the IMEI, or null; throws if they are lacking, which is a bug. */
  get extras(): BatchExtras | null {
    const { fileName } = this.header;
    if (this.lacksRows) throw new Error(`The rows of ${fileName} are not there, and nothing is sent without them.`);
    return this.#extras;
  }

  imeiAt(index: number): string {
    return imeiText(this.imeis[index] ?? 0);
  }

  /**
   * The part of a transactionId that identifies an item within its batch (D2): its IMEI and, if the IMEI repeats, the
   * number of rows before it (D13a). Only rows with more than an IMEI can repeat one (D13).
   */
  itemName(index: number): string {
    const before = this.header.hasExtras ? this.#occurrences.before(index) : 0;
    return before === 0 ? this.imeiAt(index) : `${this.imeiAt(index)}+${String(before)}`;
  }

  /** Moves past an index whose outcome is known (B7). */
  advance(index: number): void {
    this.next = index + 1;
    this.lastImei = this.imeiAt(index);
  }

  progress(): BatchProgress {
    const { phase, serverFileName, next, lastImei, sending, notTold } = this;
    const why = phase === 'reporting' && notTold !== undefined ? { notTold } : {};
    return { phase, serverFileName, next, lastImei, sending, elapsedMs: this.pace.elapsedMs(), ...why };
  }

  shown(): ShownBatch {
    const { batchId, fileName, action, level, totals } = this.header;
    const { found, notFound, unconfirmed } = this.outcomes.counts;
    const summary = { ...totals, done: found + notFound, found, notFound, unconfirmed };
    return {
      batchId,
      fileName,
      file: this.#file,
      action,
      level,
      summary,
      lastImei: this.lastImei,
      results: this.results,
    };
  }

  view(idempotent: boolean): BatchView {
    const shown = this.shown();
    const { summary } = shown;
    if (this.phase === 'running') this.pace.note(summary.done);
    return {
      ...shown,
      idempotent,
      lacksRows: this.lacksRows,
      perSecond: this.pace.perSecond(summary.done),
      processTimeMs: this.pace.elapsedMs(),
    };
  }
}
