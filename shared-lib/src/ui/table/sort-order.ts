/** How a table is sorted: by which column, and which end comes first. */
export interface SortState {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

/** What rows are compared by; undefined always comes last. */
export type SortValue = string | number | undefined;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const SHORT_NUMBER = /^\d{1,15}$/;

/** Texts as numbers in the order of people: different texts are compared once each, and IMEIs not as texts at all. */
function textKeys(texts: ReadonlySet<string>): (text: string) => number {
  if ([...texts].every((text) => SHORT_NUMBER.test(text))) return Number;
  const ranks = new Map<string, number>();
  let rank = 0;
  let before: string | undefined;
  for (const text of [...texts].sort(collator.compare)) {
    if (before !== undefined && collator.compare(before, text) !== 0) rank += 1;
    ranks.set(text, rank);
    before = text;
  }
  return (text) => ranks.get(text) ?? rank;
}

/** What rows are compared by, as numbers; NaN where a row has no value. */
function sortKeys(values: readonly SortValue[]): Float64Array {
  const hasText = values.some((value) => typeof value === 'string');
  if (!hasText) return Float64Array.from(values, (value) => (value === undefined ? NaN : Number(value)));
  const keyOf = textKeys(new Set(values.filter((value) => value !== undefined).map(String)));
  return Float64Array.from(values, (value) => (value === undefined ? NaN : keyOf(String(value))));
}

/** The row indexes in sorted order. Equal rows keep their order; rows without a value stand at the end in both directions. */
export function sortOrder(count: number, valueAt: (index: number) => SortValue, direction: SortState['direction']): Uint32Array {
  const keys = sortKeys(Array.from({ length: count }, (_, index) => valueAt(index)));
  const sign = direction === 'ascending' ? 1 : -1;
  return Uint32Array.from(keys.keys()).sort((a, b) => {
    const left = keys[a] ?? NaN;
    const right = keys[b] ?? NaN;
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || a - b;
    return (left - right) * sign || a - b;
  });
}

/** The next state of a column's header button: ascending, descending, then the order as it came. */
export function nextSort(current: SortState | undefined, columnId: string): SortState | undefined {
  if (current?.columnId !== columnId) return { columnId, direction: 'ascending' };
  return current.direction === 'ascending' ? { columnId, direction: 'descending' } : undefined;
}
