import type { BatchLock, HeldLock } from './ports.ts';

/**
 * A runner's hold on its lock: taken once, kept while the server is told of a saved batch, passed to the running batch.
 */
export class RunnerLock {
  /** Cancels the callback of {@link watch}. */
  stopWatching: () => void = () => undefined;
  #held: HeldLock | null = null;
  #closed = false;

  constructor(
    private readonly lock: BatchLock,
    private readonly name: string,
  ) {}

  async take(): Promise<boolean> {
    this.#held ??= await this.lock.tryAcquire(this.name);
    return this.#held !== null;
  }

  /** Throws if there is none, which would be a bug. */
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

  /** Waits for the lock, and calls back once it is held; never after {@link close}. */
  watch(callback: () => void): void {
    if (this.#closed) return;
    this.stopWatching = this.lock.acquire(this.name, (held) => {
      this.#held = held;
      callback();
    });
  }

  close(): void {
    this.#closed = true;
    this.stopWatching();
    this.release();
  }
}
