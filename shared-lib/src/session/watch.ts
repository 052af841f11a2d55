import { isExpired, type Session } from './session.ts';
import { sessionKeys } from './storage.ts';

const TICK_MS = 1000;

/** More than between two ticks of a throttled tab: the computer slept, or its clock was set. */
const LEAP_MS = 90_000;

/** The server's clock less this computer's, in milliseconds; null if the server cannot be asked (D4). */
export type MeasureOffset = () => Promise<number | null>;

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
  /** Called when this computer's clock has leapt. Default: the offset of the login stays. */
  readonly measureOffset?: MeasureOffset | undefined;
  /** A new offset was measured. */
  readonly onOffset?: ((offset: number) => void) | undefined;
}

/**
 * Checks at once, every second, and when the page wakes, whether the session has expired by the server's clock (S4,
 * D4). Compares times and counts no ticks, so sleep and throttled tabs do not matter. When this computer's clock leaps,
 * the server's is measured again before anything ends: a corrected clock neither logs out nor prolongs. Calls
 * `onExpired` once; the returned function stops it.
 */
export function watchExpiry(session: Session, watch: ExpiryWatch): () => void {
  const { clock, onTick, onExpired, measureOffset, onOffset } = watch;
  let { clockOffset } = session;
  let last = clock.now();
  let isMeasuring = false;
  let isStopped = false;

  const measure = async (ask: MeasureOffset): Promise<void> => {
    isMeasuring = true;
    const measured = await ask();
    isMeasuring = false;
    if (isStopped) return;
    if (measured !== null) {
      clockOffset = measured;
      onOffset?.(measured);
    }
    check();
  };
  const check = () => {
    if (isMeasuring) return;
    const now = clock.now();
    const hasLeapt = Math.abs(now - last) > LEAP_MS;
    last = now;
    if (hasLeapt && measureOffset) return void measure(measureOffset);
    onTick(Math.max(0, session.expiresAt - now - clockOffset));
    if (!isExpired({ ...session, clockOffset }, now)) return;
    stop();
    onExpired();
  };
  const stopTicking = clock.every(TICK_MS, check);
  const stopWaking = clock.onWake(check);
  const stop = () => {
    isStopped = true;
    stopTicking();
    stopWaking();
  };
  check();
  return stop;
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
