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
  /** By position in the file: the devices of an IMEI, or why it could not be looked up. */
  readonly #outcomes: (readonly DeviceRow[] | string | undefined)[];
  readonly #pace: Pace;
  readonly #publisher: Publisher<LookupState>;
  readonly #underWay = new Set<number>();
  /** Positions to look up; the next one last. */
  #open: number[] = [];
  #done = 0;
  #phase: LookupPhase = { status: 'running', retryReason: null };
  #failedTries = 0;
  #unclear = 0;
  #stop = new AbortController();

  /** Starts at once. */
  constructor(options: LookupOptions) {
    const { clock, imeis } = options;
    this.#options = options;
    this.#outcomes = Array.from({ length: imeis.length });
    this.#pace = new Pace(() => clock.now(), 0);
    this.#publisher = new Publisher<LookupState>(clock, this.#describe());
    this.#publisher.show(() => this.#describe());
    this.#begin();
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
    for (const [position, outcome] of this.#outcomes.entries()) {
      if (typeof outcome !== 'string') continue;
      this.#outcomes[position] = undefined;
      this.#done -= 1;
    }
    this.#begin();
  };

  #begin(): void {
    this.#serverIsWell();
    this.#stop = new AbortController();
    this.#pace.start();
    this.#lookUpOpen();
  }

  /** Looks up every IMEI without an outcome that is not under way. */
  #lookUpOpen(): void {
    this.#phase = { status: 'running', retryReason: null };
    const isOpen = (position: number): boolean =>
      this.#outcomes[position] === undefined && !this.#underWay.has(position);
    this.#open = [...this.#outcomes.keys()].filter(isOpen).toReversed();
    this.#fill();
    this.#publisher.changed();
  }

  get #mayAsk(): boolean {
    return this.#phase.status === 'running' && this.#phase.retryReason === null;
  }

  #fill(): void {
    while (this.#mayAsk && this.#underWay.size < MOST_UNDER_WAY) {
      const position = this.#open.pop();
      if (position === undefined) break;
      void this.#lookUp(position);
    }
    const isDone = this.#done === this.#outcomes.length;
    if (this.#phase.status === 'running' && isDone) this.#end({ status: 'finished' });
  }

  async #lookUp(position: number): Promise<void> {
    const { signal } = this.#stop;
    this.#underWay.add(position);
    try {
      this.#settle(position, await this.#options.ask(this.#imeiAt(position), signal));
      this.#serverIsWell();
    } catch (error) {
      if (signal.aborted) this.#open.push(position);
      else this.#classifyFailure(position, error);
    }
    this.#underWay.delete(position);
    this.#pace.note(this.#done);
    this.#fill();
    if (this.#phase.status === 'running' && this.#phase.retryReason !== null) this.#publisher.changed();
    else this.#publisher.progressed();
  }

  #settle(position: number, outcome: readonly DeviceRow[] | string): void {
    this.#outcomes[position] = outcome;
    this.#done += 1;
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
          return this.#settle(position, failure.message);
        case 'unconfirmed':
        case 'undecided':
          return this.#unclearAnswer(position, failure.message);
        case 'unreachable':
          // A lookup that was answered, however badly, fails with its reason (L2): it may be asked for again at once.
          if (failure.mayBeItsContent) return this.#unclearAnswer(position, failure.message);
          return this.#unreachable(failure.message);
        case 'throttled':
          return this.#delayRetry(failure.waitMs, failure.message);
        case 'access-denied':
          return this.#pause(failure.why, failure.message);
      }
    } catch (bug) {
      this.#stop.abort();
      this.#end({ status: 'failed', message: bug instanceof Error ? bug.message : String(bug) });
    }
  }

  #unclearAnswer(position: number, message: string): void {
    this.#settle(position, message);
    this.#unclear += 1;
    if (this.#unclear >= UNCLEAR_IN_A_ROW) this.#pause('failing', message);
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
    const callOff = this.#options.clock.delay(waitMs, () => this.#lookUpOpen());
    this.#stop.signal.addEventListener('abort', callOff, { once: true });
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

  #imeiAt(position: number): string {
    const imei = this.#options.imeis[position];
    if (imei === undefined) throw new RangeError(`There is no IMEI ${position} among ${this.#outcomes.length}.`);
    return imeiText(imei);
  }

  #describe(): LookupState {
    return { ...this.#phase, view: this.#view() };
  }

  #view(): LookupView {
    const done = this.#done;
    const rows: DeviceRow[] = [];
    const unknown: string[] = [];
    const failures: FailedLookup[] = [];
    for (const [position, outcome] of this.#outcomes.entries()) {
      if (typeof outcome === 'string') failures.push({ imei: this.#imeiAt(position), reason: outcome });
      else if (outcome?.length === 0) unknown.push(this.#imeiAt(position));
      else if (outcome) rows.push(...outcome);
    }
    return {
      fileName: this.#options.fileName,
      total: this.#outcomes.length,
      done,
      found: done - unknown.length - failures.length,
      perSecond: this.#pace.perSecond(done),
      elapsedMs: this.#pace.elapsedMs(),
      rows,
      unknown,
      failures,
    };
  }
}

/** Each list is in the order of the file. */
export interface LookupView {
  readonly fileName: string;
  readonly total: number;
  /** IMEIs with an outcome, and IMEIs with a device; both IMEIs of a device may be found. */
  readonly done: number;
  readonly found: number;
  /** Lookups a second over the last ten seconds; null until known. */
  readonly perSecond: number | null;
  /** Without pauses. */
  readonly elapsedMs: number;
  readonly rows: readonly DeviceRow[];
  /** Without a registered device. */
  readonly unknown: readonly string[];
  readonly failures: readonly FailedLookup[];
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
  /** The devices of an IMEI to list. Throws ApiError. */
  readonly ask: (imei: string, signal: AbortSignal) => Promise<readonly DeviceRow[]>;
  readonly clock: BatchClock;
}

export interface FailedLookup {
  readonly imei: string;
  readonly reason: string;
}
