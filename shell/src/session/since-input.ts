import type { BatchHolder } from '../batches/use-batches.ts';

/** Seconds without input on this page; 0 while it sends a batch (S11), or until its watch is loaded. */
export function sinceInput(batches: Pick<BatchHolder, 'current'>, seconds: (() => number) | undefined): number {
  return batches.current()?.hasActive() ? 0 : (seconds?.() ?? 0);
}
