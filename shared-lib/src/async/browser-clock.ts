import { yieldNow } from './slices.ts';

const HIDDEN_FRAME_MS = 250;

/** The clock of a page: its time, timers, frames and visibility. Each function that waits returns one that stops it. */
export const browserClock = {
  /** Milliseconds since the epoch. */
  now: (): number => Date.now(),
  yieldNow,
  delay(milliseconds: number, callback: () => void): () => void {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  every(milliseconds: number, tick: () => void): () => void {
    const timer = setInterval(tick, milliseconds);
    return () => clearInterval(timer);
  },
  /** Before the next frame; a hidden page draws none and is called four times a second. */
  frame(callback: () => void): void {
    let done = false;
    const once = (): void => {
      if (done) return;
      done = true;
      callback();
    };
    requestAnimationFrame(once);
    setTimeout(once, HIDDEN_FRAME_MS);
  },
  /** Each time the page becomes visible again. */
  onWake(wake: () => void): () => void {
    const listener = (): void => {
      if (document.visibilityState === 'visible') wake();
    };
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
