import type { SliceClock } from './slices.ts';
import { yieldNow } from './yield-now.ts';

/** The clock of a page or worker for work in slices. */
export const pageClock: SliceClock = { now: () => performance.now(), yieldNow };
