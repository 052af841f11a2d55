import type { BatchHolder } from '../batches/use-batches.ts';
import type { InputWatch } from './input-watch.ts';

/** Seconds without input on this page; 0 while it sends a batch (S11), or until its watch is loaded. */
export function sinceInput(batches: Pick<BatchHolder, 'current'>, watch: InputWatch | null | undefined): number {
  return batches.current()?.hasActive() ? 0 : (watch?.secondsSinceInput() ?? 0);
}
