import { isExpired, type Session } from './session.ts';
import { sessionKeys } from './storage.ts';

const TICK_MS = 1000;

/** The time that the expiry clock needs. */
export interface ClockPort {
  /** This computer's clock, in milliseconds since the epoch. */
  now(): number;
  /** Calls `tick` about every `ms` milliseconds; the returned function stops it. */
  every(ms: number, tick: () => void): () => void;
  /** Calls `wake` when the page becomes visible again; the returned function stops it. */
  onWake(wake: () => void): () => void;
}

/** Reported every second, in milliseconds. */
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
  /** Watches only this session from now on. Checks at once. */
  start(session: Session): void;
  stop(): void;
}

/**
 * Checks every second, and when the page wakes, whether the session has expired by the server's clock (S4, D4).
 * Compares times and counts no ticks, so sleep and throttled tabs do not matter. Calls `onExpired` once per start.
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

/** A change of localStorage by another tab; `key` is null if all of it was cleared. */
export interface StorageChange {
  readonly key: string | null;
  readonly newValue: string | null;
}

/** Calls back for other tabs' changes until the returned function is called; uses `window`'s storage event. */
export interface OtherTabsPort {
  subscribe(listener: (change: StorageChange) => void): () => void;
}

/** Called when another tab changes the stored session. */
export interface OtherTabsHandlers {
  /** It was removed: end it here too, with `endSessionAtom` and 'other-tab'. */
  readonly onEnded: () => void;
  /** Another one was stored: use it, with `restoreSessionAtom`. */
  readonly onReplaced: () => void;
}

/** Follows what other tabs do with the session (S2, S6, S8). Returns a function that stops it. */
export function watchOtherTabs(port: OtherTabsPort, { onEnded, onReplaced }: OtherTabsHandlers): () => void {
  return port.subscribe(({ key, newValue }) => {
    if (key === null || (key === sessionKeys.session && newValue === null)) onEnded();
    else if (key === sessionKeys.session) onReplaced();
  });
}

/** The browser's storage events. */
export function browserTabs(page: Window = window): OtherTabsPort {
  return {
    subscribe(listener) {
      page.addEventListener('storage', listener);
      return () => page.removeEventListener('storage', listener);
    },
  };
}
