/** Milliseconds of work between two yields; a frame has 16. */
const SLICE_MS = 5;

/** The time, and a way to let others run. */
export interface SliceClock {
  /** Milliseconds. */
  now(): number;
  /** Lets others run, such as input and painting. */
  yieldNow(): Promise<void>;
}

/** Divides long work into slices of a few milliseconds. */
export class Slices {
  #since: number;

  constructor(private readonly clock: SliceClock) {
    this.#since = clock.now();
  }

  isOver(): boolean {
    return this.clock.now() - this.#since >= SLICE_MS;
  }

  readonly pauseIfOver = async (): Promise<void> => {
    if (this.isOver()) await this.pause();
  };

  /** Lets others run, and begins the next slice. */
  async pause(): Promise<void> {
    await this.clock.yieldNow();
    this.#since = this.clock.now();
  }
}

/** Calls `work` for each item in order, in slices. Checks `isCancelled` before each; returns false if it is true. */
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

/** The numbers from 0 to before `end`. */
export function* range(end: number, step = 1): Generator<number, undefined> {
  for (let index = 0; index < end; index += step) yield index;
  return undefined;
}

/** Runs work that yields to its end without a pause: for small amounts. */
export function runAtOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs work that yields in slices; undefined if `signal` ended it. */
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

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
  close(): void;
}

/** Typed without the DOM: the server runs this too. */
interface Platform {
  readonly MessageChannel?: new () => { readonly port1: Port; readonly port2: Port };
}

/** Lets the page handle input and painting. Continues in a new task, which background tabs do not slow down. */
export function yieldNow(): Promise<void> {
  const scope: unknown = globalThis;
  const { MessageChannel } = scope as Platform;
  return new Promise((resolve) => {
    if (MessageChannel === undefined) {
      setTimeout(resolve, 0);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The clock of a page or worker for work in slices. */
export const pageClock: SliceClock = { now: () => performance.now(), yieldNow };
