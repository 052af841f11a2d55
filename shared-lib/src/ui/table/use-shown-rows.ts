import { useMemo, useEffect, useState } from 'react';
import { countOf, rowOf, searchText, type Column, type RowSource } from './column.ts';
import { sortSteps, type SortState } from './sort-order.ts';
import { pageClock, runAtOnce, runInSlices } from '../../async/index.ts';
const STEPS_A_LOOK = 64;
/** Up to this many rows keep their texts, so that only the first search makes them. */
const KEPT_TEXTS = 200_000;

const GROUPED_DIGITS = /^[\d\s./-]*\d[\d\s./-]*$/;

/** The words of a filter, with alternatives: digits may be typed in groups, all of which may be one number. */
interface Filter {
  readonly words: readonly (readonly string[])[];
  readonly digits: string | undefined;
}

function alternatives(text: string): readonly string[] {
  const digits = GROUPED_DIGITS.test(text) ? text.replace(/\D/g, '') : text;
  return digits === text ? [text] : [text, digits];
}

/** A row must contain every word, or digits such as an IMEI's typed with spaces or dashes. */
function filterOf(query: string): Filter {
  const text = query.trim().toLowerCase();
  const words = text.split(/\s+/);
  return { words: words.map(alternatives), digits: words.length > 1 ? alternatives(text)[1] : undefined };
}

function passes(text: string, { words, digits }: Filter): boolean {
  if (digits !== undefined && text.includes(digits)) return true;
  return words.every((choices) => choices.some((choice) => text.includes(choice)));
}

/** The rows as lower-case texts, for repeated searches. */
class SearchTexts {
  readonly #texts: string[] = [];

  constructor(private readonly textAt: (index: number) => string) {}

  at(index: number): string {
    if (index >= KEPT_TEXTS) return this.textAt(index);
    return (this.#texts[index] ??= this.textAt(index));
  }
}

/** The rows that match a filter. Interruptible; call `upTo` again after rows were added. */
class FilteredRows {
  readonly #found: number[] = [];
  #searched = 0;
  readonly #filter: Filter;

  constructor(
    private readonly texts: SearchTexts,
    query: string,
  ) {
    this.#filter = filterOf(query);
  }

  /** Searches the rows up to `count`; returns all matching indexes, in order. */
  *upTo(count: number): Generator<void, Uint32Array> {
    for (; this.#searched < count; this.#searched += 1) {
      if (this.#searched % STEPS_A_LOOK === 0) yield;
      if (passes(this.texts.at(this.#searched), this.#filter)) this.#found.push(this.#searched);
    }
    return Uint32Array.from(this.#found);
  }
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

/** Indexes of the shown rows; in original order if `order` is undefined. */
export interface ShownRows {
  readonly order: Uint32Array | undefined;
  readonly count: number;
  /** Other rows, or another order, are being computed. */
  readonly isPending: boolean;
}

/** Finds the matching rows in order; many are searched and sorted in slices. */
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
