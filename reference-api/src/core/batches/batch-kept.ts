import { BusinessError } from '../errors/expected-errors.ts';
import type { Batch } from '../store/batches.ts';

/** What to know of a batch whose list or file was deleted. */
export const KEPT_FOR_A_TIME = 'What became of each device stands in the executed commands report.';

/** Throws BusinessError for a list that was deleted with its batch's other data. */
export function requireKept(list: string): void {
  if (list === '') throw new BusinessError(`The list of this batch is no longer kept. ${KEPT_FOR_A_TIME}`);
}

/**
 * Throws BusinessError for a known batch that is old enough to be deleted, whether or not it is by now: half of its
 * rows would look as if nothing had become of them.
 */
export function requireKeptBatch(keptSince: string, { started_at }: Pick<Batch, 'started_at'>): void {
  requireKept(started_at < keptSince ? '' : started_at);
}
