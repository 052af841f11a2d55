import { createContext, useContext } from 'react';
import type { BatchResults, BatchRow } from '@device-console/shared-lib/batch';
import type { Column } from '@device-console/shared-lib/ui/table';
import type { ResultFilter } from './result-filter.ts';

/** What the results of a batch show beyond IMEI and status, and the file that carries it (T6). */
export interface ResultDetails {
  readonly columns: readonly Column<BatchRow>[];
  /** imei_data.csv in pieces, with the devices that are done and pass the filter (B9). */
  readonly csv: (results: BatchResults, filter: ResultFilter) => Iterable<string>;
}

/** Given by the batch panel; null where results have nothing more to show. */
export const ResultDetailsContext = createContext<ResultDetails | null>(null);

/** The details of the batch around, or null. */
export function useResultDetails(): ResultDetails | null {
  return useContext(ResultDetailsContext);
}
