import { bringForward } from '../store/command-queue.ts';
import { putWait, readControl } from '../store/dispatch.ts';
import { isoAfter, isoTime } from '../time/clock.ts';
import { standardTimes } from './dispatch-times.ts';
import { LONGEST_WAIT, TOLERANCE, type WorkerParts } from './worker-parts.ts';

/** Commands that one look makes due; the next round makes more so. */
const PIECE = 1_000;

/**
 * Ends waits that are longer than any is: a clock that was ahead has written them. Looks now and then only, so that
 * instances whose clocks differ do not ask the provider in turns without a pause.
 */
export function createLongWaits({ store, clock, times = standardTimes }: WorkerParts): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  const longest = { queued: times.longestRetry, sent: LONGEST_WAIT, unknown: LONGEST_WAIT } as const;
  return async () => {
    const now = clock.now();
    if (Math.abs(now.getTime() - lookedAt) < times.look) return;
    const beyond = (wait: number) => isoAfter(now, TOLERANCE * wait);
    const { wait } = await readControl(store.db);
    if (wait && wait.until > beyond(LONGEST_WAIT)) await putWait(store.db, undefined);
    let isWhole = true;
    for (const state of ['queued', 'sent', 'unknown'] as const) {
      const piece = { state, beyond: beyond(longest[state]), now: isoTime(now), limit: PIECE };
      isWhole = (await bringForward(store.db, piece)) < PIECE && isWhole;
    }
    if (isWhole) lookedAt = now.getTime();
  };
}
