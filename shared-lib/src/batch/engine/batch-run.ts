import { BatchStorageError } from './record.ts';
import { Saver } from './saver.ts';
import { Waiting } from './waiting.ts';
import type { Command } from '../../contract/index.ts';
import type { LiveBatch } from './live-batch.ts';
import type { BatchPorts, HeldLock } from './ports.ts';
import type { PauseReason, Rest, Undecided } from './state.ts';

/** The operator's answer to a pause: send what is undecided again, or go on without. */
export type Decision = 'resend' | 'leave';

/** How a batch ends before its end: archived by the operator, or in another tab's hands. */
export type Ending = 'cancelled' | 'lost';

/** A pause that has begun. */
interface Hold {
  readonly why: PauseReason;
  readonly message: string;
  readonly undecided: Undecided | null;
  readonly nextProbeAt: number | null;
}

/** What a running batch works at: its ports and lock, and the one place where it rests, pauses and ends. */
export class BatchRun {
  readonly saver: Saver;
  hold: Hold | null = null;
  rest: Rest | null = null;
  ending: Ending | null = null;
  pauseWanted: 'operator' | 'session-expiring' | null = null;
  #decision: Decision | null = null;
  #released = false;
  readonly #waiting: Waiting;

  constructor(
    readonly command: Command,
    readonly batch: LiveBatch,
    readonly ports: BatchPorts,
    readonly idempotent: boolean,
    private readonly lock: HeldLock,
    readonly changed: () => void,
  ) {
    this.#waiting = new Waiting(ports.clock);
    const saved = {
      batchId: batch.header.batchId,
      isOurs: () => lock.confirm(),
      outcomes: batch.outcomes,
      progress: () => batch.progress(),
    };
    this.saver = new Saver(ports.store, ports.clock, saved, () => this.#waiting.wake());
  }

  /** Passed before every sending: pauses where that is wanted, and returns false once nothing may be sent any more. */
  async waitUntilMaySend(): Promise<boolean> {
    if (this.saver.failure && !(await this.persist(() => this.saver.flush()))) return false;
    while (!this.ending && this.pauseWanted) {
      if (!(await this.persist(() => this.saver.flush()))) return false;
      // The operator may have gone on again while the flush was under way.
      if (this.pauseWanted) await this.#waitForOperator(this.pauseWanted, '', null);
    }
    while (!this.ending && !this.#isSignedIn()) {
      await this.pause(
        'authorization',
        `Sign in as ${this.batch.header.operator} to go on: the batch is that operator's.`,
      );
    }
    if (this.ending) return false;
    if (!(await this.lock.confirm())) this.ending = 'lost';
    return this.ending === null;
  }

  /** Stands still until the operator goes on, and returns what was decided; 'leave' when nothing was. */
  async pause(why: PauseReason, message: string, undecided: Undecided | null = null): Promise<Decision> {
    if (this.ending) return 'leave';
    if (why !== 'storage') await this.persist(() => this.saver.flush());
    return this.#waitForOperator(why, message, undecided);
  }

  /** Shown as paused until it is time to try again, and while that is tried by itself; or until something is wanted. */
  async pauseFor(milliseconds: number, why: PauseReason, message: string): Promise<void> {
    this.#begin({ why, message, undecided: null, nextProbeAt: this.ports.clock.now() + milliseconds });
    this.saver.changed();
    if (this.ending === null && this.pauseWanted === null) await this.#waiting.wait(milliseconds);
    if (this.#decision !== null) this.goOn();
  }

  /** A rest within a stage. */
  async restFor(milliseconds: number, rest: Omit<Rest, 'until'>): Promise<void> {
    this.rest = { ...rest, until: this.ports.clock.now() + milliseconds };
    this.changed();
    if (this.ending === null && this.pauseWanted === null) await this.#waiting.wait(milliseconds);
    this.rest = null;
    this.changed();
  }

  /** A pause is over. */
  goOn(): void {
    if (!this.hold) return;
    this.hold = null;
    this.#decision = null;
    if (this.batch.phase !== 'reporting') this.batch.pace.start();
    this.changed();
  }

  /** Runs a write until the storage takes it, paused while it does not; false when the batch ended meanwhile. */
  async persist(write: () => Promise<void>): Promise<boolean> {
    for (;;) {
      try {
        await write();
        return true;
      } catch (error) {
        if (!(error instanceof BatchStorageError)) throw error;
        this.saver.failure = null;
        await this.pause('storage', error.message);
        if (this.ending) return false;
      }
    }
  }

  wantPause(why: 'operator' | 'session-expiring'): void {
    this.pauseWanted = why;
    this.changed();
    this.#waiting.wake();
  }

  decide(decision: Decision): void {
    this.pauseWanted = null;
    this.#decision = decision;
    this.changed();
    this.#waiting.wake();
  }

  end(ending: Ending): void {
    this.ending ??= ending;
    this.changed();
    this.#waiting.wake();
  }

  /** Gives the lock back, once; nothing is written after that. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.saver.stop();
    this.batch.pace.stop();
    this.lock.release();
  }

  async #waitForOperator(why: PauseReason, message: string, undecided: Undecided | null): Promise<Decision> {
    this.#begin({ why, message, undecided, nextProbeAt: null });
    while (this.#decision === null && this.#endingNow() === null) await this.#waiting.wait(null);
    const decision = this.#decision ?? 'leave';
    this.goOn();
    return decision;
  }

  #endingNow(): Ending | null {
    return this.ending;
  }

  #isSignedIn(): boolean {
    const { signedIn } = this.ports;
    return !signedIn || signedIn() === this.batch.header.operator;
  }

  #begin(hold: Hold): void {
    this.hold = hold;
    this.#decision = null;
    this.batch.pace.stop();
    this.changed();
  }
}
