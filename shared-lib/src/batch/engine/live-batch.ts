import { imeiText } from '../../csv/headless/imei-cell.ts';
import { OutcomeTable } from './outcomes.ts';
import { Pace } from './pace.ts';
import { batchResults, type BatchResults } from './results.ts';
import type { BatchExtras } from './input.ts';
import type { BatchHeader, BatchPhase, BatchProgress, StoredBatch } from './record.ts';
import type { BatchSummary, BatchView } from './state.ts';

/** The figures of a batch from its header and outcomes (B9). */
export function summaryOf(header: BatchHeader, outcomes: OutcomeTable): BatchSummary {
  const { found, notFound, unconfirmed } = outcomes.counts;
  return { ...header.totals, done: found + notFound, found, notFound, unconfirmed };
}

/** A batch in memory: what {@link StoredBatch} keeps, in the form it is worked with. */
export class LiveBatch {
  readonly header: BatchHeader;
  readonly imeis: Float64Array;
  readonly outcomes: OutcomeTable;
  readonly results: BatchResults;
  readonly pace: Pace;
  phase: BatchPhase;
  serverFileName: string;
  next: number;
  sending: number | null;
  #lastImei: string;

  constructor(stored: StoredBatch, readonly extras: BatchExtras | null, now: () => number) {
    const { header, progress, imeis } = stored;
    this.header = header;
    this.imeis = imeis;
    this.outcomes = new OutcomeTable(imeis.length, stored.segments);
    this.results = batchResults(imeis, this.outcomes);
    this.pace = new Pace(now, progress.elapsedMs);
    this.phase = progress.phase;
    this.serverFileName = progress.serverFileName;
    this.next = progress.next;
    this.sending = progress.sending;
    this.#lastImei = progress.lastImei;
  }

  get lastImei(): string {
    return this.#lastImei;
  }

  imeiAt(index: number): string {
    return imeiText(this.imeis[index] ?? 0);
  }

  /** Goes past an index whose outcome is known (B7). */
  advance(index: number): void {
    this.next = index + 1;
    this.#lastImei = this.imeiAt(index);
  }

  progress(): BatchProgress {
    const { phase, serverFileName, next, lastImei, sending } = this;
    return { phase, serverFileName, next, lastImei, sending, elapsedMs: this.pace.elapsedMs() };
  }

  view(idempotent: boolean): BatchView {
    const summary = summaryOf(this.header, this.outcomes);
    if (this.phase === 'running') this.pace.note(summary.done);
    const perSecond = this.pace.perSecond(summary.done);
    const left = this.imeis.length - summary.done;
    return {
      batchId: this.header.batchId,
      fileName: this.header.fileName,
      action: this.header.action,
      level: this.header.level,
      idempotent,
      summary,
      lastImei: this.lastImei,
      results: this.results,
      perSecond,
      remainingMs: perSecond === null ? null : (left / perSecond) * 1000,
      processTimeMs: this.pace.elapsedMs(),
    };
  }
}
