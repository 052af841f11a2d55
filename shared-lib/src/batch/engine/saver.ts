import type { BatchClock } from './ports.ts';
import type { BatchProgress, BatchStore } from './record.ts';
import type { OutcomeTable } from './outcomes.ts';

/** How long progress may exist in memory only (D15). */
export const FLUSH_MS = 200;

interface Saved {
  readonly batchId: string;
  /** False once another tab may have taken the batch over: nothing is written after that. */
  readonly isOurs: () => boolean | Promise<boolean>;
  readonly outcomes: OutcomeTable;
  readonly progress: () => BatchProgress;
}

/** Writes a batch's progress within 200 ms of a change, or at once if asked: one write at a time, in order. */
export class Saver {
  /** Why the last timed write failed; a later success clears it. */
  failure: Error | null = null;
  #changed = false;
  #stopped = false;
  #cancelTimer: (() => void) | null = null;
  #underWay: Promise<void> | null = null;

  constructor(
    private readonly store: BatchStore,
    private readonly clock: BatchClock,
    private readonly batch: Saved,
    private readonly onFailure: () => void,
  ) {}

  changed(): void {
    this.#changed = true;
    if (this.#stopped || this.#cancelTimer) return;
    this.#cancelTimer = this.clock.delay(FLUSH_MS, () => {
      this.#cancelTimer = null;
      this.flush().catch((error: unknown) => {
        this.failure = error instanceof Error ? error : new Error(String(error));
        this.onFailure();
      });
    });
  }

  /** Resolves once all changes are on disk. Throws the store's error and keeps the changes for the next try. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    while (this.#underWay) await this.#underWay.catch(() => this.#changed);
    if (!this.#changed || this.#stopped) return;
    this.#underWay = this.#write().finally(() => {
      this.#underWay = null;
    });
    await this.#underWay;
  }

  /** Ends all writing: the batch belongs to someone else, or is gone. */
  stop(): void {
    this.#stopped = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  async #write(): Promise<void> {
    if (!(await this.batch.isOurs())) {
      this.stop();
      return;
    }
    this.#changed = false;
    const segments = this.batch.outcomes.takeChanges();
    try {
      await this.store.save(this.batch.batchId, this.batch.progress(), segments);
      this.failure = null;
    } catch (error) {
      this.batch.outcomes.giveBack(segments);
      this.#changed = true;
      throw error;
    }
  }
}
