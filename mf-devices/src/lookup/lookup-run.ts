import { classifyFailure, Pace, Publisher } from '@device-console/shared-lib/batch';
import { LookupResults } from './lookup-results.ts';
import type { LookupOptions, LookupPause, LookupPhase, LookupState, LookupView } from './lookup-state.ts';

/** The most lookups at once (L5). */
export const MOST_UNDER_WAY = 50;

/** Waits while the server is unreachable; after the last the operator decides. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000];

/** More unclear answers in a row would tell nothing new. */
const UNCLEAR_IN_A_ROW = 50;

/**
 * Looks up every IMEI of a file, at most 50 at once; results are in file order. An IMEI either has an outcome or is
 * still to be looked up: a pause, a lost connection or a cancelled lookup loses none.
 */
export class LookupRun {
  readonly #options: LookupOptions;
  readonly #results: LookupResults;
  readonly #pace: Pace;
  readonly #publisher: Publisher<LookupState>;
  readonly #underWay = new Set<number>();
  /** Positions to look up before those from `#next` on; the last one first. */
  #again: number[] = [];
  #next = 0;
  #phase: LookupPhase = { status: 'running' };
  #retryReason: string | null = null;
  #failedTries = 0;
  #unclear = 0;
  #stop = new AbortController();

  /** Starts at once. */
  constructor(options: LookupOptions) {
    const { clock, imeis } = options;
    this.#options = options;
    this.#results = new LookupResults(imeis);
    this.#pace = new Pace(() => clock.now(), 0);
    this.#publisher = new Publisher<LookupState>(clock, {
      status: 'running',
      view: this.#view(),
      retryReason: null,
    });
    this.#publisher.show(() => this.#describe());
    this.#pace.start();
    this.#fill();
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#publisher.subscribe(listener);

  /** The state of the last frame; the same object until listeners are called. */
  readonly getSnapshot = (): LookupState => this.#publisher.getSnapshot();

  /** Aborts the lookups under way, which then count as not started. */
  readonly cancel = (): void => this.#pause('operator', '');

  /** Continues after a pause. */
  readonly goOn = (): void => {
    if (this.#phase.status === 'paused') this.#begin();
  };

  readonly retryFailures = (): void => {
    if (this.#phase.status !== 'paused' && this.#phase.status !== 'finished') return;
    this.#putBack(...this.#results.takeFailures());
    this.#begin();
  };

  #begin(): void {
    this.#phase = { status: 'running' };
    this.#failedTries = 0;
    this.#unclear = 0;
    this.#stop = new AbortController();
    this.#pace.start();
    this.#fill();
    this.#publisher.changed();
  }

  #fill(): void {
    while (this.#phase.status === 'running' && this.#retryReason === null && this.#underWay.size < MOST_UNDER_WAY) {
      const position = this.#take();
      if (position === null) break;
      void this.#lookUp(position);
    }
    const isDone = this.#results.done === this.#results.total;
    if (this.#phase.status === 'running' && isDone) this.#end({ status: 'finished' });
  }

  #take(): number | null {
    const again = this.#again.pop();
    if (again !== undefined) return again;
    if (this.#next === this.#results.total) return null;
    this.#next += 1;
    return this.#next - 1;
  }

  #putBack(...positions: readonly number[]): void {
    this.#again = [...this.#again, ...positions].sort((left, right) => right - left);
  }

  async #lookUp(position: number): Promise<void> {
    const { signal } = this.#stop;
    this.#underWay.add(position);
    try {
      const rows = await this.#options.ask(this.#results.imeiAt(position), signal);
      this.#results.add(position, this.#options.take === 'first' ? rows.slice(0, 1) : rows);
      this.#serverIsWell();
    } catch (error) {
      if (signal.aborted) this.#putBack(position);
      else this.#classifyFailure(position, error);
    }
    this.#underWay.delete(position);
    this.#pace.note(this.#results.done);
    this.#fill();
    if (this.#retryReason === null) this.#publisher.progressed();
    else this.#publisher.changed();
  }

  /**
   * What a failed lookup means for its IMEI and the next ones. Anything but a failed call is a bug and ends the run.
   */
  #classifyFailure(position: number, error: unknown): void {
    try {
      const failure = classifyFailure(error, true);
      switch (failure.kind) {
        case 'refused':
          this.#serverIsWell();
          return this.#results.add(position, failure.message);
        case 'unconfirmed':
        case 'undecided':
          this.#results.add(position, failure.message);
          this.#unclear += 1;
          return this.#unclear < UNCLEAR_IN_A_ROW ? undefined : this.#pause('failing', failure.message);
        case 'unreachable':
          this.#putBack(position);
          return this.#unreachable(failure.message);
        case 'throttled':
          this.#putBack(position);
          return this.#delayRetry(failure.waitMs, failure.message);
        case 'access-denied':
          this.#putBack(position);
          return this.#pause(failure.why, failure.message);
      }
    } catch (bug) {
      this.#putBack(position);
      this.#stop.abort();
      this.#end({ status: 'failed', message: bug instanceof Error ? bug.message : String(bug) });
    }
  }

  #serverIsWell(): void {
    this.#failedTries = 0;
    this.#unclear = 0;
  }

  #unreachable(message: string): void {
    if (this.#retryReason !== null) return;
    const waitMs = RETRY_DELAYS_MS[this.#failedTries];
    this.#failedTries += 1;
    if (waitMs === undefined) this.#pause('network', message);
    else this.#delayRetry(waitMs, message);
  }

  #delayRetry(waitMs: number, message: string): void {
    if (this.#retryReason !== null || this.#phase.status !== 'running') return;
    this.#retryReason = message;
    const wake = this.#options.clock.delay(waitMs, () => this.#wake());
    this.#stop.signal.addEventListener(
      'abort',
      () => {
        wake();
        this.#retryReason = null;
      },
      { once: true },
    );
  }

  #wake(): void {
    this.#retryReason = null;
    this.#fill();
    this.#publisher.changed();
  }

  #pause(why: LookupPause, message: string): void {
    if (this.#phase.status !== 'running') return;
    this.#end({ status: 'paused', why, message });
    this.#stop.abort();
  }

  #end(phase: LookupPhase): void {
    this.#phase = phase;
    this.#pace.stop();
    this.#publisher.changed();
  }

  #describe(): LookupState {
    const view = this.#view();
    const phase = this.#phase;
    return phase.status === 'running' ? { ...phase, view, retryReason: this.#retryReason } : { ...phase, view };
  }

  #view(): LookupView {
    const { total, done, found } = this.#results;
    const perSecond = this.#pace.perSecond(done);
    return {
      fileName: this.#options.fileName,
      total,
      done,
      found,
      perSecond,
      remainingMs: perSecond === null ? null : ((total - done) / perSecond) * 1_000,
      ...this.#results.lists(),
      elapsedMs: this.#pace.elapsedMs(),
    };
  }
}
