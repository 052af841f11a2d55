import type { ClockPort } from '@device-console/shared-lib/session/host';

/** A clock that the test moves. */
export interface HandClock extends ClockPort {
  /** Moves by this many milliseconds and ticks once. */
  advance(milliseconds: number): void;
}

/** Starts at this computer's time, like a session of the fake API. */
export function handClock(): HandClock {
  let at = Date.now();
  const ticks = new Set<() => void>();
  return {
    now: () => at,
    every: (_ms, tick) => {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    onWake: () => () => undefined,
    advance: (milliseconds) => {
      at += milliseconds;
      for (const tick of ticks) tick();
    },
  };
}
