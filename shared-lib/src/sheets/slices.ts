import { yieldNow } from '../csv/browser/yield-now.ts';

/** Longest stretch of work on the page between two yields, in milliseconds; a frame has 16. */
const SLICE_MS = 5;

/** Says when a stretch of work on the page has lasted long enough. */
export class SliceClock {
  #since = performance.now();

  isOver(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** Pauses when the stretch has lasted long enough. */
  readonly pauseIfOver = async (): Promise<void> => {
    if (this.isOver()) await this.pause();
  };

  /** Lets the page handle what waits and starts the next stretch. */
  async pause(): Promise<void> {
    await yieldNow();
    this.#since = performance.now();
  }
}

/** Does work that yields wherever it may be interrupted, to its end and at once: for little of it. */
export function runAtOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Does work that yields wherever it may be interrupted, in slices of a few milliseconds, so that the page stays
 * responsive. Returns undefined when `signal` ended it.
 */
export async function runInSlices<Result>(
  steps: Generator<void, Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const clock = new SliceClock();
  while (!signal.aborted) {
    const step = steps.next();
    if (step.done) return step.value;
    if (clock.isOver()) await clock.pause();
  }
  return undefined;
}
