import { isExpired, type Session } from './session.ts';

const TICK_MS = 1000;

/** Time as the expiry clock needs it. */
export interface ClockPort {
  /** This computer's clock, in milliseconds since the epoch. */
  now(): number;
  /** Calls `tick` about every `ms` milliseconds until the returned function is called. */
  every(ms: number, tick: () => void): () => void;
  /** Calls `wake` when the page becomes visible again, until the returned function is called. */
  onWake(wake: () => void): () => void;
}

/** What the clock reports each second, in milliseconds. */
export interface ExpiryTick {
  /** This computer's clock. */
  readonly now: number;
  /** Until the session ends; never negative. */
  readonly remaining: number;
}

export interface ExpiryClockOptions {
  readonly clock: ClockPort;
  readonly onTick?: ((tick: ExpiryTick) => void) | undefined;
  readonly onExpired: () => void;
}

export interface ExpiryClock {
  /** Watches this session from now on, instead of any other. Checks at once. */
  start(session: Session): void;
  stop(): void;
}

/**
 * Checks every second, and when the page wakes, whether the session's expiry has passed on the server's clock (S4, D4).
 * It compares times and counts no ticks, so sleep and throttled background tabs do not matter. `onExpired` comes once
 * per start.
 */
export function createExpiryClock({ clock, onTick, onExpired }: ExpiryClockOptions): ExpiryClock {
  let release: (() => void) | null = null;

  function stop(): void {
    release?.();
    release = null;
  }

  function start(session: Session): void {
    stop();
    const check = () => {
      const now = clock.now();
      onTick?.({ now, remaining: Math.max(0, session.expiresAt - now - session.clockOffset) });
      if (!isExpired(session, now)) return;
      stop();
      onExpired();
    };
    const stopTicking = clock.every(TICK_MS, check);
    const stopWaking = clock.onWake(check);
    release = () => {
      stopTicking();
      stopWaking();
    };
    check();
  }

  return { start, stop };
}

/** The browser's clock, timer and visibility. */
export function browserClock(page: Window = window): ClockPort {
  return {
    now: () => Date.now(),
    every(ms, tick) {
      const timer = page.setInterval(tick, ms);
      return () => page.clearInterval(timer);
    },
    onWake(wake) {
      const listener = () => {
        if (page.document.visibilityState === 'visible') wake();
      };
      page.document.addEventListener('visibilitychange', listener);
      return () => page.document.removeEventListener('visibilitychange', listener);
    },
  };
}
