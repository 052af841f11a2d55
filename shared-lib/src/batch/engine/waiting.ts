import type { BatchClock } from './ports.ts';

/** One place to wait at, for a time or until woken. */
export class Waiting {
  #wake: (() => void) | null = null;

  constructor(private readonly clock: BatchClock) {}

  /** Resolves after so many milliseconds, or when woken; null waits for that alone. */
  wait(milliseconds: number | null): Promise<void> {
    return new Promise((resolve) => {
      const cancel = milliseconds === null ? null : this.clock.delay(milliseconds, () => this.wake());
      this.#wake = () => {
        this.#wake = null;
        cancel?.();
        resolve();
      };
    });
  }

  wake(): void {
    this.#wake?.();
  }
}
