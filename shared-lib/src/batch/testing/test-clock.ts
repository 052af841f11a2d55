import type { BatchClock } from '../engine/index.ts';

const FRAME_MS = 16;

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Runs everything that waits for no timer. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A clock that moves only when told to. */
export class TestClock implements BatchClock {
  time: number;
  #timers: Timer[] = [];

  constructor(time = 1_000_000) {
    this.time = time;
  }

  now(): number {
    return this.time;
  }

  delay(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.time + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  yieldNow(): Promise<void> {
    return new Promise((resolve) => this.delay(0, resolve));
  }

  frame(callback: () => void): void {
    this.delay(FRAME_MS, callback);
  }

  /** Moves to the next timer and runs it with all that follows; false if there is none until then. */
  async step(until = Number.POSITIVE_INFINITY): Promise<boolean> {
    await settle();
    const next = this.#timers.reduce<Timer | null>(
      (first, timer) => (first === null || timer.at < first.at ? timer : first),
      null,
    );
    if (next === null || next.at > until) return false;
    this.#timers = this.#timers.filter((timer) => timer !== next);
    this.time = Math.max(this.time, next.at);
    next.callback();
    await settle();
    return true;
  }

  async pass(milliseconds: number): Promise<void> {
    const until = this.time + milliseconds;
    while (await this.step(until));
    this.time = until;
  }

  /** Steps until the condition holds. Throws if nothing more would happen, or after very many steps. */
  async until(condition: () => boolean, steps = 200_000): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      await settle();
      if (condition()) return;
      if (!(await this.step())) break;
    }
    if (!condition())
      throw new Error(`What was waited for did not happen until ${String(this.time)}: ${condition.toString()}`);
  }

  /**
   * As {@link until}, for work that also waits for something besides this clock, such as a database: time passes
   * slowly.
   */
  async idleUntil(condition: () => boolean, milliseconds = 500_000): Promise<void> {
    for (let turn = 0; turn < milliseconds; turn += 1) {
      await settle();
      if (condition()) return;
      await this.pass(1);
    }
    throw new Error(`What was waited for did not happen until ${String(this.time)}: ${condition.toString()}`);
  }
}
