import { useMemo, useEffect, useState } from 'react';
import { countOf, rowOf, searchText, type Column, type RowSource } from './column.ts';
import { FilteredRows, SearchTexts } from './row-filter.ts';
import { sortSteps, type SortState } from './sort-order.ts';
import { pageClock, runAtOnce, runInSlices } from '../../async/index.ts';

/** Up to so many rows work is done at once while rendering: shorter than a frame. */
const AT_ONCE_ROWS = 2_000;

/** Makes the same work anew each time it is called; a new function means other work. */
type Steps<Result> = () => Generator<void, Result>;

/**
 * The result of work over `count` rows: at once where there are few, in slices where there are many. While new work
 * runs, the result of the last is answered with `isPending`, so that what is on the screen stays until it can be
 * replaced.
 */
function useSteps<Result>(
  steps: Steps<Result> | undefined,
  count: number,
): { readonly result: Result | undefined; readonly isPending: boolean } {
  const isSmall = count <= AT_ONCE_ROWS;
  const small = useMemo(() => (isSmall && steps ? runAtOnce(steps()) : undefined), [isSmall, steps]);
  const [done, setDone] = useState<{ readonly steps: Steps<Result>; readonly result: Result }>();

  // What an ended work found must not be taken for the result of the next.
  if (!steps && done) setDone(undefined);

  useEffect(() => {
    if (isSmall || !steps) return undefined;
    const controller = new AbortController();
    // What a column's own function throws belongs to the screen's error boundary, as if it had thrown while rendering.
    const fail = (error: unknown): void =>
      setDone(() => {
        throw error;
      });
    runInSlices(steps(), pageClock, controller.signal).then((result) => {
      if (result !== undefined) setDone({ steps, result });
    }, fail);
    return () => controller.abort();
  }, [isSmall, steps]);

  if (!steps) return { result: undefined, isPending: false };
  if (isSmall) return { result: small, isPending: false };
  return { result: done?.result, isPending: done?.steps !== steps };
}

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
