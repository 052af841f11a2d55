import { MINUTE } from '../time/clock.ts';
import type { Batch } from '../store/batches.ts';

/** A run that was not heard of for so long is silent (D17a). */
const SILENT_AFTER = MINUTE / 2;

/** How a batch stands: `running`, `silent` or `complete`. */
export function stateOf({ state, seen_at }: Pick<Batch, 'state' | 'seen_at'>, now: Date): string {
  if (state === 'complete') return 'complete';
  return Math.abs(now.getTime() - Date.parse(seen_at)) < SILENT_AFTER ? 'running' : 'silent';
}
