import type { BatchHolder } from '../batches/batch-holder.ts';
import type { InputWatch } from './input-watch.ts';

/** How long a page was left alone, in seconds; 0 for one that sends a batch (S11), or whose watch is on its way. */
export function sinceInput(batches: Pick<BatchHolder, 'current'>, watch: InputWatch | null | undefined): number {
  return batches.current()?.hasActive() ? 0 : (watch?.secondsSinceInput() ?? 0);
}
