import { type BatchClock, classifyFailure, Pace, Publisher } from '@device-console/shared-lib/batch';
import type { DeviceRow } from '@device-console/shared-lib/contract';
import { imeiText } from '@device-console/shared-lib/csv';

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
  #phase: LookupPhase = { status: 'running', retryReason: null };
  #failedTries = 0;
  #unclear = 0;
  #stop = new AbortController();

  /** Starts at once. */
  constructor(options: LookupOptions) {
    const { clock, imeis } = options;
    this.#options = options;
    this.#results = new LookupResults(imeis);
    this.#pace = new Pace(() => clock.now(), 0);
    this.#publisher = new Publisher<LookupState>(clock, this.#describe());
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
    this.#phase = { status: 'running', retryReason: null };
    this.#failedTries = 0;
    this.#unclear = 0;
    this.#stop = new AbortController();
    this.#pace.start();
    this.#fill();
    this.#publisher.changed();
  }

  get #mayAsk(): boolean {
    return this.#phase.status === 'running' && this.#phase.retryReason === null;
  }

  #fill(): void {
    while (this.#mayAsk && this.#underWay.size < MOST_UNDER_WAY) {
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
    if (this.#phase.status === 'running' && this.#phase.retryReason !== null) this.#publisher.changed();
    else this.#publisher.progressed();
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
    if (!this.#mayAsk) return;
    const waitMs = RETRY_DELAYS_MS[this.#failedTries];
    this.#failedTries += 1;
    if (waitMs === undefined) this.#pause('network', message);
    else this.#delayRetry(waitMs, message);
  }

  #delayRetry(waitMs: number, message: string): void {
    if (!this.#mayAsk) return;
    this.#phase = { status: 'running', retryReason: message };
    const callOff = this.#options.clock.delay(waitMs, () => this.#wake());
    this.#stop.signal.addEventListener('abort', callOff, { once: true });
  }

  #wake(): void {
    this.#phase = { status: 'running', retryReason: null };
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
    return { ...this.#phase, view: this.#view() };
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

export interface LookupView extends LookupLists {
  readonly fileName: string;
  readonly total: number;
  /** IMEIs with an outcome, and IMEIs with a device. */
  readonly done: number;
  readonly found: number;
  /** Lookups a second over the last ten seconds; null until known. */
  readonly perSecond: number | null;
  readonly remainingMs: number | null;
  /** Without pauses. */
  readonly elapsedMs: number;
}

/**
 * By the operator; because the server is unreachable, gives unclear answers in a row or forbids lookups; or because the
 * session has ended.
 */
type LookupPause = 'operator' | 'network' | 'failing' | 'forbidden' | 'authorization';

/** The state of a run, without its results. `failed` is a bug of the console; failed lookups are in the view. */
type LookupPhase =
  /** `retryReason`: why lookups wait before they continue automatically. */
  | { readonly status: 'running'; readonly retryReason: string | null }
  | { readonly status: 'finished' }
  | { readonly status: 'paused'; readonly why: LookupPause; readonly message: string }
  | { readonly status: 'failed'; readonly message: string };

export type LookupState = LookupPhase & { readonly view: LookupView };

export interface LookupOptions {
  readonly fileName: string;
  readonly imeis: Float64Array;
  /** Every device of an IMEI (L2), or only the first (L5). */
  readonly take: 'all' | 'first';
  /** The devices of an IMEI. Throws ApiError. */
  readonly ask: (imei: string, signal: AbortSignal) => Promise<readonly DeviceRow[]>;
  readonly clock: BatchClock;
}

export interface FailedLookup {
  readonly imei: string;
  readonly reason: string;
}

/** Each list is in the order of the file. */
interface LookupLists {
  readonly rows: readonly DeviceRow[];
  /** Without a registered device. */
  readonly unknown: readonly string[];
  readonly failures: readonly FailedLookup[];
}

/** The devices of each IMEI, or why it could not be looked up, by its position in the file. */
class LookupResults {
  readonly #outcomes: (readonly DeviceRow[] | string | undefined)[];
  #done = 0;
  #found = 0;

  constructor(private readonly imeis: Float64Array) {
    this.#outcomes = Array.from({ length: imeis.length });
  }

  get total(): number {
    return this.imeis.length;
  }

  get done(): number {
    return this.#done;
  }

  /** IMEIs with a device; both IMEIs of a device may be found. */
  get found(): number {
    return this.#found;
  }

  imeiAt(position: number): string {
    const imei = this.imeis[position];
    if (imei === undefined) throw new RangeError(`There is no IMEI ${position} among ${this.total}.`);
    return imeiText(imei);
  }

  add(position: number, outcome: readonly DeviceRow[] | string): void {
    this.#outcomes[position] = outcome;
    this.#done += 1;
    if (typeof outcome !== 'string' && outcome.length > 0) this.#found += 1;
  }

  /** Forgets the failures and returns their positions. */
  takeFailures(): readonly number[] {
    const failed = [...this.#outcomes.keys()].filter((position) => typeof this.#outcomes[position] === 'string');
    for (const position of failed) this.#outcomes[position] = undefined;
    this.#done -= failed.length;
    return failed;
  }

  lists(): LookupLists {
    const rows: DeviceRow[] = [];
    const unknown: string[] = [];
    const failures: FailedLookup[] = [];
    for (const [position, outcome] of this.#outcomes.entries()) {
      if (typeof outcome === 'string') failures.push({ imei: this.imeiAt(position), reason: outcome });
      else if (outcome?.length === 0) unknown.push(this.imeiAt(position));
      else if (outcome) rows.push(...outcome);
    }
    return { rows, unknown, failures };
  }
}
