import type { BatchHolder } from '../batches/batch-holder.ts';
import type { InputWatch } from './input-watch.ts';

/**
 * How long a page has been left alone, in seconds. One that sends a batch is not: it carries out what somebody asked
 * for (S11). Nor is one whose watch is still on its way.
 */
export function sinceInput(batches: Pick<BatchHolder, 'current'>, watch: InputWatch | null | undefined): number {
  return batches.current()?.hasActive() ? 0 : (watch?.secondsSinceInput() ?? 0);
}
