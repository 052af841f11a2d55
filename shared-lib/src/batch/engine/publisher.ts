/**
 * The state of something that changes often, told at most once a frame. `getSnapshot` gives the same object until
 * listeners are told of another, which is what React's useSyncExternalStore needs.
 */
export class Publisher<State> {
  readonly #listeners = new Set<() => void>();
  #snapshot: State;
  #describe: () => State;
  #scheduled = false;

  constructor(
    private readonly frame: (callback: () => void) => void,
    initial: State,
  ) {
    this.#snapshot = initial;
    this.#describe = () => initial;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): State => this.#snapshot;

  /** From the next frame on the state is what `describe` answers then. */
  show(describe: () => State): void {
    this.#describe = describe;
    this.changed();
  }

  /** The state described last has changed. */
  changed(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.frame(() => {
      this.#scheduled = false;
      this.#snapshot = this.#describe();
      for (const listener of [...this.#listeners]) listener();
    });
  }
}
