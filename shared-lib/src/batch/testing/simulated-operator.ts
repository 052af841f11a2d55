import fc from 'fast-check';
import type { BatchExtras, BatchState } from '../engine/index.ts';
import { type BatchFixture, inputOf } from './batch-fixture.ts';
import type { SimulatedReply } from './simulated-server.ts';

/** How often a property is tried; `npm run test:full` tries more. */
export const RUNS = process.env['FULL'] === '1' ? 3000 : 60;

/** What happens to a call; often nothing. */
export const anyReply: fc.Arbitrary<SimulatedReply> = fc.constantFrom(
  ...(['ok', 'ok', 'ok', 'ok'] as const),
  'network-before',
  'network-after',
  'not-sent',
  'server-before',
  'server-after',
  'timeout-before',
  'timeout-after',
  'unreadable-after',
  'throttled',
  'authorization',
  'forbidden',
);

/** The rows with which a batch is started and resumed. */
export interface Rows {
  readonly imeis: Float64Array;
  readonly extras?: BatchExtras;
}

interface Wish {
  /** Starts the batch where none is kept. */
  readonly begins: boolean;
  /** Sends unconfirmed IMEIs again. */
  readonly retries: boolean;
  /** Finishes here what cannot be reported, instead of having it reported again. */
  readonly finishesHere: boolean;
}

type Shown<Status extends BatchState['status']> = Extract<BatchState, { status: Status }>;

/**
 * An operator at a computer, who wants the batch done: starts it, resumes it, continues without what is undecided,
 * sends the unconfirmed again, and takes over what is elsewhere.
 */
export class SimulatedOperator {
  finished: Shown<'finished'> | null = null;
  /** Take-overs that were requested and have not ended; one that finds the tab busy ends at once. */
  #taking = new Set<object>();

  constructor(
    readonly fixture: BatchFixture,
    private readonly rows: Rows,
    private readonly wish: Wish,
  ) {}

  kill(keepsWrites: boolean, recordLossMs = 0): void {
    this.fixture.reopen(recordLossMs, keepsWrites);
    this.#taking = new Set();
  }

  takeOver(batchId: string): void {
    const taking = {};
    this.#taking.add(taking);
    const end = (): void => void this.#taking.delete(taking);
    this.fixture.runner.takeOver({ batchId, action: 'lock' }).then(end, end);
  }

  start(): void {
    this.fixture.runner.start(inputOf(this.rows.imeis.length, { rows: this.rows }));
  }

  get isAtRest(): boolean {
    const { state, browser } = this.fixture;
    const isDone = state.status === 'finished' && state.batch.summary.unconfirmed === 0;
    return this.#taking.size === 0 && browser.kept.size === 0 && (state.status === 'idle' || isDone);
  }

  act(): void {
    const { runner, state } = this.fixture;
    if (this.#taking.size > 0) return;
    if (state.status === 'idle') this.#begin();
    else if (state.status === 'resumable' || state.status === 'failed') this.#resume(state);
    else if (state.status === 'taken-over') runner.newBatch();
    else if (state.status === 'paused') this.#goOn(state);
    else if (state.status === 'finished') this.#end(state);
  }

  /**
   * Killed with unconfirmed IMEIs left, the batch is in the archive, or it waits there for its report. Else nothing was
   * ever sent.
   */
  #begin(): void {
    const [kept] = this.fixture.browser.kept.values();
    if (!kept && this.wish.begins) this.start();
    else if (kept && kept.batch.progress.phase !== 'reporting') this.fixture.runner.restore(kept.batch.header.batchId);
  }

  #resume(state: Shown<'resumable' | 'failed'>): void {
    const { runner } = this.fixture;
    if (state.status === 'resumable' && state.saved.problem !== '') throw new Error(state.saved.problem);
    const { imeis, extras } = this.rows;
    if (state.status === 'failed' && !state.mayRetry) runner.newBatch();
    else runner.resume(extras && { imeis, extras });
  }

  #goOn({ why, nextProbeAt }: Shown<'paused'>): void {
    if (why === 'report' && this.wish.finishesHere) this.fixture.runner.finishHere();
    else if (nextProbeAt === null) this.fixture.runner.goOn();
  }

  #end(state: Shown<'finished'>): void {
    if (this.wish.retries && state.batch.summary.unconfirmed > 0) this.fixture.runner.retryUnconfirmed();
    else if (state.notTold === null) this.finished = state;
  }
}
