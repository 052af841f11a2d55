import { useMemo, useEffect, useState } from 'react';
import { countOf, rowOf, searchText, type Column, type RowSource } from './column.ts';
import { sortSteps, type SortState } from './sort-order.ts';
import { cleanImei } from '../../contract/imei.ts';
import { pageClock, runAtOnce, runInSlices } from '../../async/index.ts';
const STEPS_A_SLICE = 64;
/** Up to this many rows keep their texts, so that only the first search makes them. */
const KEPT_TEXTS = 200_000;

const ONLY_DIGITS = /^\d+$/;

/** A word, and its digits if they are typed in groups. */
function alternatives(text: string): readonly string[] {
  const joined = cleanImei(text);
  const digits = ONLY_DIGITS.test(joined) ? joined : text;
  return digits === text ? [text] : [text, digits];
}

/** Whether a text has every word of a query, or its digits: all words may be one number, such as an IMEI in groups. */
function matcherOf(query: string): (text: string) => boolean {
  const typed = query.trim().toLowerCase();
  const words = typed.split(/\s+/);
  const choices = words.map(alternatives);
  const digits = words.length > 1 ? alternatives(typed)[1] : undefined;
  return (text) =>
    (digits !== undefined && text.includes(digits)) ||
    choices.every((ofWord) => ofWord.some((choice) => text.includes(choice)));
}

/** The rows as lower-case texts, for repeated searches. */
function keptTexts(textAt: (index: number) => string): (index: number) => string {
  const texts: string[] = [];
  return (index) => (index >= KEPT_TEXTS ? textAt(index) : (texts[index] ??= textAt(index)));
}

/** Searches the rows up to a count; gives all matching indexes, in order. The next search goes on where one stopped. */
function searchOf(textAt: (index: number) => string, query: string) {
  const matches = matcherOf(query);
  const found: number[] = [];
  let searched = 0;
  return function* upTo(count: number): Generator<void, Uint32Array> {
    for (; searched < count; searched += 1) {
      if (searched % STEPS_A_SLICE === 0) yield;
      if (matches(textAt(searched))) found.push(searched);
    }
    return Uint32Array.from(found);
  };
}

/** Up to this many rows are processed during rendering: less than a frame. */
const AT_ONCE_ROWS = 2_000;

/** Makes the same work anew at each call; a new function means different work. */
type Steps<Result> = () => Generator<void, Result>;

/**
 * The result of work over `count` rows: at once for few rows, in slices for many. During new work, returns the last
 * result with `isPending`, so that the screen keeps what it shows.
 */
function useSteps<Result>(
  steps: Steps<Result> | undefined,
  count: number,
): { readonly result: Result | undefined; readonly isPending: boolean } {
  const isSmall = count <= AT_ONCE_ROWS;
  const small = useMemo(() => (isSmall && steps ? runAtOnce(steps()) : undefined), [isSmall, steps]);
  const [done, setDone] = useState<{ readonly steps: Steps<Result>; readonly result: Result }>();

  // Never use the result of finished work for the next one.
  if (!steps && done) setDone(undefined);

  useEffect(() => {
    if (isSmall || !steps) return undefined;
    const controller = new AbortController();
    // An error of a column's function goes to the screen's error boundary, as if thrown in rendering.
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

export type ShownRows = ReturnType<typeof useShownRows>;

/**
 * Finds the indexes of matching rows; no `order` means the original one. Many are searched and sorted in slices:
 * `isPending` as long as others, or another order, are being computed.
 */
export function useShownRows<Row>(
  source: RowSource<Row>,
  columns: readonly Column<Row>[],
  sort: SortState | undefined,
  query: string,
) {
  const { rows, rowAt } = { rows: undefined, rowAt: undefined, ...source };
  const total = countOf(source);
  const readRow = useMemo(() => (rows ? (index: number) => rowOf({ rows }, index) : rowAt), [rows, rowAt]);

  const sorting = useMemo(() => {
    const sortValue = columns.find(({ id }) => id === sort?.columnId)?.sortValue;
    if (!sort || !sortValue) return undefined;
    return () => sortSteps(total, (index) => sortValue(readRow(index), index), sort.direction);
  }, [readRow, total, columns, sort]);
  const sorted = useSteps(sorting, total);

  const textAt = useMemo(() => keptTexts((index) => searchText(columns, readRow(index), index)), [readRow, columns]);
  const search = useMemo(() => (query.trim() === '' ? undefined : searchOf(textAt, query)), [textAt, query]);
  const filtering = useMemo(() => search && (() => search(total)), [search, total]);
  const filtered = useSteps(filtering, total);

  const order = useMemo(
    () => shownOrder(total, search && filtered.result, sorted.result),
    [total, search, filtered.result, sorted.result],
  );
  return { order, count: order?.length ?? total, isPending: sorted.isPending || filtered.isPending };
}

/** Results about rows replaced since are used only up to the present count. */
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
