import { yieldNow } from '../../async/index.ts';
import type { BatchClock } from '../engine/index.ts';

const HIDDEN_FRAME_MS = 250;

/** The clock of the page. A hidden page draws no frames; its listeners are told four times a second. */
export const browserClock: BatchClock = {
  now: () => Date.now(),
  yieldNow,
  delay(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  frame(callback) {
    let done = false;
    const once = () => {
      if (done) return;
      done = true;
      callback();
    };
    requestAnimationFrame(once);
    setTimeout(once, HIDDEN_FRAME_MS);
  },
};
