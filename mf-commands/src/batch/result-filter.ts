import { useState } from 'react';
import type { BatchResults, BatchRow } from '@device-console/shared-lib/batch';
import { IMEI_DATA_FILE } from '@device-console/shared-lib/csv';

/** The shown results: all, or those of one status (B9, D11). */
export type ResultFilter = 'all' | Exclude<BatchRow['status'], 'pending'>;

export function* filteredRows<Row extends { readonly status: string }>(
  rows: Iterable<Row>,
  filter: ResultFilter,
): Generator<Row> {
  for (const row of rows) if (filter === 'all' || row.status === filter) yield row;
}

/** `imei_data.csv`, with a filter `imei_data-not-found.csv`. */
export function resultFileName(filter: ResultFilter): string {
  return filter === 'all' ? IMEI_DATA_FILE : IMEI_DATA_FILE.replace('.', `-${filter.replace(' ', '-')}.`);
}

const chosen = new WeakMap<BatchResults, ResultFilter>();

/** The filter stays while the card changes state. */
export function useResultFilter(results: BatchResults): readonly [ResultFilter, (filter: ResultFilter) => void] {
  const [, setChosen] = useState<ResultFilter>('all');
  const choose = (filter: ResultFilter): void => {
    chosen.set(results, filter);
    setChosen(filter);
  };
  return [chosen.get(results) ?? 'all', choose];
}
