import type { Clock } from '../core/time/clock.ts';

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  #now = Date.parse('2026-11-20T10:00:00.000Z');

  now(): Date {
    return new Date(this.#now);
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
