/** Longest stretch of work between two yields, in milliseconds; a frame has 16. */
const SLICE_MS = 5;

/** The time, and a way to let others run. */
export interface SliceClock {
  /** Milliseconds. */
  now(): number;
  /** Lets others run, such as the page's input and painting. */
  yieldNow(): Promise<void>;
}

/** Divides long work into slices of a few milliseconds. */
export class Slices {
  #since: number;

  constructor(private readonly clock: SliceClock) {
    this.#since = clock.now();
  }

  /** The slice has lasted long enough. */
  isOver(): boolean {
    return this.clock.now() - this.#since >= SLICE_MS;
  }

  /** Lets others run when the slice has lasted long enough. */
  readonly pauseIfOver = async (): Promise<void> => {
    if (this.isOver()) await this.pause();
  };

  /** Lets others run, and begins the next slice. */
  async pause(): Promise<void> {
    await this.clock.yieldNow();
    this.#since = this.clock.now();
  }
}

/** Calls `work` for each item, one after the other, in slices; false once `isCancelled` says so, asked before each. */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void> | void,
  clock: SliceClock,
  isCancelled: () => boolean = () => false,
): Promise<boolean> {
  const slices = new Slices(clock);
  for (const item of items) {
    if (isCancelled()) return false;
    const pending = work(item);
    if (pending) await pending;
    if (slices.isOver()) await slices.pause();
  }
  return !isCancelled();
}

/** The numbers from 0 to before `end`, each a step above the one before. */
export function* range(end: number, step = 1): Generator<number, undefined> {
  for (let index = 0; index < end; index += step) yield index;
  return undefined;
}

/** Does work that yields wherever it may be interrupted, to its end and at once: for little of it. */
export function runAtOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does work that yields where it may be interrupted, in slices; undefined when `signal` ended it. */
export async function runInSlices<Result>(
  steps: Generator<void, Result>,
  clock: SliceClock,
  signal: { readonly aborted: boolean },
): Promise<Result | undefined> {
  const slices = new Slices(clock);
  while (!signal.aborted) {
    const step = steps.next();
    if (step.done) return step.value;
    if (slices.isOver()) await slices.pause();
  }
  return undefined;
}
