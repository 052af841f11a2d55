import { type BatchPhase, BatchStorageError } from './record.ts';
import { Saver } from './saver.ts';
import { reasonText } from './reasons.ts';
import type { Command } from '../../contract/index.ts';
import type { LiveBatch } from './live-batch.ts';
import type { BatchClock, BatchPorts, HeldLock } from './ports.ts';
import type { ActiveBatchState, BatchHolder, PauseReason, RetryDelay, Undecided } from './state.ts';

class Waiting {
  #wake: (() => void) | null = null;

  constructor(private readonly clock: BatchClock) {}

  /** Null waits until woken. */
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

interface BatchRunOptions {
  readonly command: Command;
  readonly batch: LiveBatch;
  readonly ports: BatchPorts;
  /** The server answers a repeated transactionId with the stored outcome (D2). */
  readonly idempotent: boolean;
  /** Held until `BatchRun.release()`. */
  readonly lock: HeldLock;
  /** Called when the status of `BatchRun.shown()` may have changed. */
  readonly onChange: () => void;
  /** Called when only its figures may have changed. */
  readonly onProgress: () => void;
}

/** The operator's answer to a pause: send what is undecided again, or continue without it. */
export type Decision = 'resend' | 'leave';

/** How a batch ends early: archived by the operator, lost to another tab, or taken over elsewhere (D17b). */
export type Ending = 'cancelled' | 'lost' | 'taken-over';

/** Why a batch is paused on request. */
export type PauseRequest = 'operator' | 'session-expiring';

type StopRequest =
  | { readonly kind: 'pause'; readonly why: PauseRequest }
  | { readonly kind: 'end'; readonly ending: Ending };

interface Pause {
  readonly why: PauseReason;
  readonly message: string;
  readonly undecided: Undecided | null;
  readonly nextProbeAt: number | null;
}

/** What a run is doing. `stop`: a request that has not taken effect yet. */
type RunState = { readonly stop: StopRequest | null } & (
  | { readonly status: 'sending' }
  | { readonly status: 'waiting'; readonly retryDelay: RetryDelay }
  | { readonly status: 'paused'; readonly pause: Pause; readonly decision: Decision | null }
);

/** One run of a batch, from its start or resume until it stops. All waiting, pausing and ending happens here. */
export class BatchRun {
  readonly command: Command;
  readonly batch: LiveBatch;
  readonly ports: BatchPorts;
  readonly idempotent: boolean;
  readonly saver: Saver;
  /** Who has the batch now, after another run has taken it over (D17b). */
  takenOverBy: BatchHolder | null = null;
  #state: RunState = { status: 'sending', stop: null };
  readonly #lock: HeldLock;
  readonly #onChange: () => void;
  readonly #onProgress: () => void;
  readonly #waiting: Waiting;

  constructor({ command, batch, ports, idempotent, lock, onChange, onProgress }: BatchRunOptions) {
    this.command = command;
    this.batch = batch;
    this.ports = ports;
    this.idempotent = idempotent;
    this.#lock = lock;
    this.#onChange = onChange;
    this.#onProgress = onProgress;
    this.#waiting = new Waiting(ports.clock);
    const saved = {
      batchId: batch.header.batchId,
      isOurs: () => lock.confirm(),
      outcomes: batch.outcomes,
      progress: () => batch.progress(),
    };
    this.saver = new Saver(ports.store, ports.clock, saved, () => this.#waiting.wake());
  }

  shown(): ActiveBatchState {
    const { phase } = this.batch;
    const batch = this.batch.view(this.idempotent);
    const state = this.#state;
    if (state.status === 'paused') {
      return { ...state.pause, status: 'paused', batch, stage: phase };
    }
    const retryDelay = state.status === 'waiting' ? state.retryDelay : null;
    const stopping = state.stop !== null;
    if (phase === 'uploading' || phase === 'registering' || phase === 'reporting') {
      return { status: phase, batch, retryDelay, stopping };
    }
    return { status: 'running', batch, retryDelay, retrying: phase !== 'running', stopping };
  }

  /** Returns how the batch ends early, or null while it continues. */
  ending(): Ending | null {
    return this.#state.stop?.kind === 'end' ? this.#state.stop.ending : null;
  }

  /** Marks the batch itself as changed; it is saved soon. */
  changed(): void {
    this.saver.changed();
    this.#onProgress();
  }

  /** Starts a phase once it is on disk; false if the batch ended meanwhile. */
  enterPhase(phase: BatchPhase): Promise<boolean> {
    this.batch.phase = phase;
    // Copy and list are settled once the next phase starts; an IMEI stays undecided.
    if (typeof this.batch.sending === 'string') this.batch.sending = null;
    this.saver.changed();
    this.#onChange();
    return this.save();
  }

  /** Called before every sending: pauses if asked to, and returns false once nothing more may be sent. */
  async waitUntilMaySend(): Promise<boolean> {
    if (this.saver.failure && !(await this.save())) return false;
    while (this.#pauseRequest() !== null) {
      if (!(await this.save())) return false;
      // The operator may have continued while the write was in progress.
      const why = this.#pauseRequest();
      if (why !== null) await this.#waitForOperator({ why, message: '', undecided: null });
    }
    const { operator } = this.batch.header;
    while (this.ending() === null && this.ports.signedIn() !== operator) {
      await this.pause('authorization', reasonText({ kind: 'other-operator', operator }));
    }
    if (this.ending() !== null) return false;
    if (!(await this.#lock.confirm())) this.#set({ ...this.#state, stop: { kind: 'end', ending: 'lost' } });
    return this.ending() === null;
  }

  /** True if more may be sent while something is under way: nothing was asked for, is waited for, or went wrong. */
  async mayGoAhead(): Promise<boolean> {
    const { status, stop } = this.#state;
    if (status !== 'sending' || stop !== null || this.saver.failure !== null) return false;
    return this.ports.signedIn() === this.batch.header.operator && this.#lock.confirm();
  }

  /** Pauses until the operator continues, and returns the decision; 'leave' if there was none. */
  async pause(why: PauseReason, message: string, undecided: Undecided | null = null): Promise<Decision> {
    if (this.ending() !== null) return 'leave';
    if (why !== 'storage') await this.save();
    return this.#waitForOperator({ why, message, undecided });
  }

  /**
   * Pauses until it is time to try again and during that try, or until something is requested. Returns the operator's
   * decision, or null.
   */
  async pauseFor(milliseconds: number, why: PauseReason, message: string): Promise<Decision | null> {
    this.#beginPause({ why, message, undecided: null, nextProbeAt: this.ports.clock.now() + milliseconds });
    this.saver.changed();
    await this.#waitUnlessStopping(milliseconds);
    const decision = this.#decision();
    if (decision !== null) this.endPause();
    return decision;
  }

  /** Waits within a stage before sending the same again. */
  async delayRetry(milliseconds: number, delay: Omit<RetryDelay, 'until'>): Promise<void> {
    const retryDelay = { ...delay, until: this.ports.clock.now() + milliseconds };
    this.#set({ status: 'waiting', retryDelay, stop: this.#state.stop });
    await this.#waitUnlessStopping(milliseconds);
    this.#set({ status: 'sending', stop: this.#state.stop });
  }

  endPause(): void {
    if (this.#state.status !== 'paused') return;
    if (this.batch.phase !== 'reporting') this.batch.pace.start();
    this.#set({ status: 'sending', stop: this.#state.stop });
  }

  save(): Promise<boolean> {
    return this.persist(() => this.saver.flush());
  }

  /** Repeats a write until the storage accepts it, paused meanwhile; false if the batch ended. */
  async persist(write: () => Promise<void>): Promise<boolean> {
    for (;;) {
      try {
        await write();
        return true;
      } catch (error) {
        if (!(error instanceof BatchStorageError)) throw error;
        await this.pause('storage', error.message);
        if (this.ending() !== null) return false;
      }
    }
  }

  /** Asks for a pause after the current sending. */
  requestPause(why: PauseRequest): void {
    const { stop } = this.#state;
    this.#request({ ...this.#state, stop: stop?.kind === 'end' ? stop : { kind: 'pause', why } });
  }

  /** Ends a pause by the operator's decision, or withdraws the request for one. */
  decide(decision: Decision): void {
    const state = this.#state;
    const stop = state.stop?.kind === 'end' ? state.stop : null;
    this.#request(state.status === 'paused' ? { ...state, stop, decision } : { ...state, stop });
  }

  end(ending: Ending): void {
    const { stop } = this.#state;
    this.#request({ ...this.#state, stop: stop?.kind === 'end' ? stop : { kind: 'end', ending } });
  }

  /** Releases the lock; call it once. Nothing is written after that. */
  release(): void {
    this.saver.stop();
    this.batch.pace.stop();
    this.#lock.release();
  }

  async #waitForOperator(pause: Omit<Pause, 'nextProbeAt'>): Promise<Decision> {
    this.#beginPause({ ...pause, nextProbeAt: null });
    while (this.#decision() === null && this.ending() === null) await this.#waiting.wait(null);
    const decision = this.#decision() ?? 'leave';
    this.endPause();
    return decision;
  }

  #waitUnlessStopping(milliseconds: number): Promise<void> {
    return this.#state.stop === null ? this.#waiting.wait(milliseconds) : Promise.resolve();
  }

  #beginPause(pause: Pause): void {
    this.batch.pace.stop();
    this.#set({ status: 'paused', pause, decision: null, stop: this.#state.stop });
  }

  #decision(): Decision | null {
    return this.#state.status === 'paused' ? this.#state.decision : null;
  }

  #pauseRequest(): PauseRequest | null {
    return this.#state.stop?.kind === 'pause' ? this.#state.stop.why : null;
  }

  #request(state: RunState): void {
    this.#set(state);
    this.#waiting.wake();
  }

  #set(state: RunState): void {
    this.#state = state;
    this.#onChange();
  }
}

/** How a stage of a batch ended. `stopped`: early, by the operator or because another tab has the batch. */
export type StageResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly stage: 'uploading' | 'registering'; readonly message: string };

/** A stage that is done. */
export const done: StageResult = { kind: 'done' };

/** The batch ends within the stage. */
export const stopped: StageResult = { kind: 'stopped' };
