import { createSubject, type Subject } from '../../async/subject.ts';
import type { BatchClock } from './ports.ts';

/** Nobody reads faster than five times a second, and drawing takes time from sending. */
const PROGRESS_MS = 200;

/**
 * A state that changes often. Publishes changes with the next frame, mere progress at most five times a second.
 * `getSnapshot` returns the same object until listeners are called, as React's useSyncExternalStore requires.
 */
export class Publisher<State> {
  readonly subscribe: Subject<State>['subscribe'];
  readonly getSnapshot: () => State;
  readonly #publish: (state: State) => void;
  #describe: () => State;
  #isDue = false;
  #publishedAt = Number.NEGATIVE_INFINITY;
  #cancelProgress: (() => void) | null = null;

  constructor(
    private readonly clock: Pick<BatchClock, 'now' | 'delay' | 'frame'>,
    initial: State,
  ) {
    const { subscribe, getSnapshot, set } = createSubject(initial);
    this.subscribe = subscribe;
    this.getSnapshot = getSnapshot;
    this.#publish = set;
    this.#describe = () => initial;
  }

  /** From the next frame on, `describe` gives the state. */
  show(describe: () => State): void {
    this.#describe = describe;
    this.changed();
  }

  changed(): void {
    this.#cancelProgress?.();
    this.#cancelProgress = null;
    if (this.#isDue) return;
    this.#isDue = true;
    this.clock.frame(() => this.#flush());
  }

  progressed(): void {
    if (this.#isDue || this.#cancelProgress) return;
    const wait = this.#publishedAt + PROGRESS_MS - this.clock.now();
    if (wait > 0) this.#cancelProgress = this.clock.delay(wait, () => this.changed());
    else this.changed();
  }

  #flush(): void {
    this.#isDue = false;
    this.#publishedAt = this.clock.now();
    this.#publish(this.#describe());
  }
}
