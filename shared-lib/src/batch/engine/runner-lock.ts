import type { BatchLock, HeldLock } from './ports.ts';

/** A runner's hold on its lock: taken once, kept while a saved batch is told of, handed to the batch that runs. */
export class RunnerLock {
  #held: HeldLock | null = null;
  #stopWatching: (() => void) | null = null;
  #closed = false;

  constructor(
    private readonly lock: BatchLock,
    private readonly name: string,
  ) {}

  /** True when the lock is held now. */
  async take(): Promise<boolean> {
    this.#held ??= await this.lock.tryAcquire(this.name);
    return this.#held !== null;
  }

  /** Gives the held lock away; throws when there is none, which is a bug. */
  handOver(): HeldLock {
    const held = this.#held;
    if (!held) throw new Error(`The lock ${this.name} is not held.`);
    this.#held = null;
    return held;
  }

  release(): void {
    this.#held?.release();
    this.#held = null;
  }

  /** Calls once when no tab has the lock any more; never after {@link close}. */
  watch(callback: () => void): void {
    if (this.#closed) return;
    this.#stopWatching = this.lock.whenFree(this.name, () => {
      this.#stopWatching = null;
      if (!this.#closed) callback();
    });
  }

  /** The callback of {@link watch} is not wanted any more. */
  stopWatching(): void {
    this.#stopWatching?.();
    this.#stopWatching = null;
  }

  close(): void {
    this.#closed = true;
    this.stopWatching();
    this.release();
  }
}
