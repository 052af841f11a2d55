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

export interface ExpiryWatch {
  readonly clock: ClockPort;
  /** Called every second with the milliseconds until the session ends; never negative. */
  readonly onTick: (remaining: number) => void;
  readonly onExpired: () => void;
}

/**
 * Checks at once, every second, and when the page wakes, whether the session has expired by the server's clock (S4,
 * D4). Compares times and counts no ticks, so sleep and throttled tabs do not matter. Calls `onExpired` once; the
 * returned function stops it.
 */
export function watchExpiry(session: Session, { clock, onTick, onExpired }: ExpiryWatch): () => void {
  const check = () => {
    const now = clock.now();
    onTick(Math.max(0, session.expiresAt - now - session.clockOffset));
    if (!isExpired(session, now)) return;
    stop();
    onExpired();
  };
  const stopTicking = clock.every(TICK_MS, check);
  const stopWaking = clock.onWake(check);
  const stop = () => {
    stopTicking();
    stopWaking();
  };
  check();
  return stop;
}

/** The browser's clock, timer and visibility. */
export function browserClock(): ClockPort {
  return {
    now: () => Date.now(),
    every(ms, tick) {
      const timer = setInterval(tick, ms);
      return () => clearInterval(timer);
    },
    onWake(wake) {
      const listener = () => {
        if (document.visibilityState === 'visible') wake();
      };
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
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
export function browserTabs(): OtherTabsPort {
  return {
    subscribe(listener) {
      window.addEventListener('storage', listener);
      return () => window.removeEventListener('storage', listener);
    },
  };
}
