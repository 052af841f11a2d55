import { formatLocale } from '../../i18n/index.ts';

/** The column and direction of a table's order. */
export interface SortState {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

/** What rows are compared by; undefined comes last. */
export type SortValue = string | number | undefined;

const collator = new Intl.Collator(formatLocale(), { numeric: true, sensitivity: 'base' });

const SHORT_NUMBER = /^\d{1,15}$/;

/** Few enough to sort natively between two looks at the clock. */
const RUN = 256;
const STEPS_A_SLICE = 256;

type Compare = (left: number, right: number) => number;

/** Stable: sorts short runs natively, then merges them. Interruptible. */
function* mergeSorted(count: number, compare: Compare): Generator<void, Uint32Array> {
  const stable: Compare = (left, right) => compare(left, right) || left - right;
  let from = Uint32Array.from({ length: count }, (_, index) => index);
  let into = new Uint32Array(count);
  for (let start = 0; start < count; start += RUN) {
    from.subarray(start, start + RUN).sort(stable);
    yield;
  }
  for (let width = RUN; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) yield* merge(from, into, start, width, stable);
    [from, into] = [into, from];
  }
  return from;
}

function* merge(from: Uint32Array, into: Uint32Array, start: number, width: number, compare: Compare): Generator<void> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(middle + width, from.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    const leftItem = from[left] ?? 0;
    const rightItem = from[right] ?? 0;
    const isLeft = right >= end || (left < middle && compare(leftItem, rightItem) <= 0);
    into[at] = isLeft ? leftItem : rightItem;
    if (isLeft) left += 1;
    else right += 1;
    if (at % STEPS_A_SLICE === 0) yield;
  }
}

/** Texts as numbers in natural order: compares each distinct text once, and IMEIs as numbers. */
function* textKeys(texts: ReadonlySet<string>): Generator<void, (text: string) => number> {
  const distinct = [...texts];
  if (distinct.every((text) => SHORT_NUMBER.test(text))) return Number;
  const ranks = new Map<string, number>();
  let rank = 0;
  let before: string | undefined;
  for (const index of yield* mergeSorted(distinct.length, (a, b) =>
    collator.compare(distinct[a] ?? '', distinct[b] ?? ''),
  )) {
    const text = distinct[index] ?? '';
    if (before !== undefined && collator.compare(before, text) !== 0) rank += 1;
    ranks.set(text, rank);
    before = text;
    if (ranks.size % STEPS_A_SLICE === 0) yield;
  }
  return (text) => ranks.get(text) ?? rank;
}

/** NaN if a row has no value. */
function* sortKeys(values: readonly SortValue[]): Generator<void, Float64Array> {
  const hasText = values.some((value) => typeof value === 'string');
  if (!hasText) return Float64Array.from(values, (value) => (value === undefined ? NaN : Number(value)));
  const keyOf = yield* textKeys(new Set(values.filter((value) => value !== undefined).map(String)));
  return Float64Array.from(values, (value) => (value === undefined ? NaN : keyOf(String(value))));
}

/** The sorted row indexes, stable; rows without a value come last in both directions. Interruptible. */
export function* sortSteps(
  count: number,
  valueAt: (index: number) => SortValue,
  direction: SortState['direction'],
): Generator<void, Uint32Array> {
  const values: SortValue[] = [];
  for (let index = 0; index < count; index += 1) {
    values.push(valueAt(index));
    if (index % STEPS_A_SLICE === 0) yield;
  }
  const keys = yield* sortKeys(values);
  const sign = direction === 'ascending' ? 1 : -1;
  return yield* mergeSorted(count, (a, b) => {
    const left = keys[a] ?? NaN;
    const right = keys[b] ?? NaN;
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return (left - right) * sign;
  });
}

/** The next order by a column's header button: ascending, descending, original. */
export function nextSort(current: SortState | undefined, columnId: string): SortState | undefined {
  if (current?.columnId !== columnId) return { columnId, direction: 'ascending' };
  return current.direction === 'ascending' ? { columnId, direction: 'descending' } : undefined;
}
