import { useMemo } from 'react';
import { countOf, rowOf, searchText, type Column, type RowSource } from './column.ts';
import { FilteredRows, SearchTexts } from './row-filter.ts';
import { sortSteps, type SortState } from './sort-order.ts';
import { useSteps } from './use-steps.ts';

/** Which rows a table shows, by their indexes; in the order as they came where `order` is undefined. */
export interface ShownRows {
  readonly order: Uint32Array | undefined;
  readonly count: number;
  /** Other rows, or another order, are being found. */
  readonly isPending: boolean;
}

/** Finds the rows that pass the filter, in the order asked for; many are searched and sorted in slices. */
export function useShownRows<Row>(
  source: RowSource<Row>,
  columns: readonly Column<Row>[],
  sort: SortState | undefined,
  query: string,
): ShownRows {
  const { rows, rowAt } = { rows: undefined, rowAt: undefined, ...source };
  const total = countOf(source);
  const readRow = useMemo(() => (rows ? (index: number) => rowOf({ rows }, index) : rowAt), [rows, rowAt]);

  const sorting = useMemo(() => {
    const sortValue = columns.find(({ id }) => id === sort?.columnId)?.sortValue;
    if (!sort || !sortValue) return undefined;
    return () => sortSteps(total, (index) => sortValue(readRow(index), index), sort.direction);
  }, [readRow, total, columns, sort]);
  const sorted = useSteps(sorting, total);

  const texts = useMemo(
    () => new SearchTexts((index) => searchText(columns, readRow(index), index)),
    [readRow, columns],
  );
  const filter = useMemo(() => (query.trim() === '' ? undefined : new FilteredRows(texts, query)), [texts, query]);
  const filtering = useMemo(() => filter && (() => filter.upTo(total)), [filter, total]);
  const filtered = useSteps(filtering, total);

  const order = useMemo(
    () => shownOrder(total, filter && filtered.result, sorted.result),
    [total, filter, filtered.result, sorted.result],
  );
  return { order, count: order?.length ?? total, isPending: sorted.isPending || filtered.isPending };
}

/** Results of work on rows that have been replaced since are not used beyond those that there are. */
function shownOrder(
  total: number,
  filtered: Uint32Array | undefined,
  sorted: Uint32Array | undefined,
): Uint32Array | undefined {
  const order = sorted?.length === total ? sorted : undefined;
  if (!filtered || (filtered.at(-1) ?? 0) >= Math.max(total, 1)) return order;
  if (!order) return filtered;
  const isShown = new Uint8Array(total);
  for (const index of filtered) isShown[index] = 1;
  return order.filter((index) => isShown[index] === 1);
}
