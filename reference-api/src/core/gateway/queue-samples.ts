import { countInState, deleteFiguresBefore, PERIOD, periodOf, putFigure } from '../store/gateway-figures.ts';
import type { Database } from '../store/store.ts';
import { DAY, MINUTE } from '../time/clock.ts';

/** Figures are kept for so long. */
const KEPT = 7 * DAY;

/** Counts the queue once a minute, for the pictures of operations. */
export function createSampler(db: Database): (now: Date) => Promise<void> {
  let next = 0;
  let period = '';
  return async (now) => {
    if (now.getTime() < next) return;
    next = now.getTime() + MINUTE;
    const current = periodOf(now);
    for (const state of ['queued', 'sent'] as const)
      await putFigure(db, current, state === 'queued' ? 'waiting' : 'unanswered', await countInState(db, state));
    if (period === current) return;
    period = current;
    await deleteFiguresBefore(db, periodOf(new Date(now.getTime() - Math.max(KEPT, PERIOD))));
  };
}
