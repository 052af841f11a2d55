import type { BatchExtras, BatchRunner, BatchState } from '../engine/index.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';

/** The rows with which a batch is started and resumed. */
export interface Rows {
  readonly imeis: Float64Array;
  readonly extras?: BatchExtras;
}

/** Whether the operator sends unconfirmed IMEIs again, and finishes here what cannot be reported. */
interface Wish {
  readonly retries: boolean;
  readonly finishesHere: boolean;
}

/**
 * An operator who wants the batch done: starts it, resumes it, continues without what is undecided, sends the
 * unconfirmed again, and finishes here what cannot be reported, or has it reported again.
 */
export class SimulatedOperator {
  finished: Extract<BatchState, { status: 'finished' }> | null = null;

  constructor(
    private readonly rows: Rows,
    private readonly browser: SimulatedBrowser,
    private readonly wish: Wish,
  ) {}

  act(runner: BatchRunner): void {
    const state = runner.getSnapshot();
    if (state.status === 'idle') this.#begin(runner);
    else if (state.status === 'resumable' || state.status === 'failed') this.#resume(runner, state);
    else if (state.status === 'paused') this.#goOn(runner, state);
    else if (state.status === 'finished') this.#end(runner, state);
  }

  #end(runner: BatchRunner, state: Extract<BatchState, { status: 'finished' }>): void {
    if (this.wish.retries && state.batch.summary.unconfirmed > 0) runner.retryUnconfirmed();
    else if (state.notTold === null) this.finished = state;
  }

  get isDone(): boolean {
    return this.finished !== null;
  }

  #goOn(runner: BatchRunner, { why, nextProbeAt }: Extract<BatchState, { status: 'paused' }>): void {
    if (why === 'report' && this.wish.finishesHere) runner.finishHere();
    else if (nextProbeAt === null) runner.goOn();
  }

  #resume(runner: BatchRunner, state: BatchState): void {
    if (state.status === 'resumable' && state.saved.problem !== '') throw new Error(state.saved.problem);
    const { imeis, extras } = this.rows;
    if (state.status === 'failed' && !state.mayRetry) runner.newBatch();
    else runner.resume(extras && { imeis, extras });
  }

  /**
   * Killed with unconfirmed IMEIs left, the batch is in the archive, or it waits there for its report. Else nothing was
   * ever sent.
   */
  #begin(runner: BatchRunner): void {
    const [kept] = this.browser.kept.values();
    if (!kept) runner.start(input(this.rows));
    else if (kept.batch.progress.phase !== 'reporting') runner.restore(kept.batch.header.batchId);
  }
}

function input(rows: Rows) {
  const { length } = rows.imeis;
  return { name: 'batch.csv', rows, totals: { total: length, valid: length, invalid: 0, duplicates: 0 } };
}
