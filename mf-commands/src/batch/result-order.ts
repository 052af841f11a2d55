import type { BatchResults } from '@device-console/shared-lib/batch';
import { statusOrder } from './result-columns.tsx';

/** The rows of a batch that is over, problems first, each kind in the order of the file. */
export function problemsFirst(results: BatchResults): Uint32Array {
  const kinds = statusOrder.map((status) => results.indexesOf(status));
  const order = new Uint32Array(kinds.reduce((sum, { length }) => sum + length, 0));
  let next = 0;
  for (const indexes of kinds) {
    order.set(indexes, next);
    next += indexes.length;
  }
  return order;
}
