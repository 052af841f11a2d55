/** Ids as ranges of a first and a last one, ascending and disjoint. */
export type IdRanges = readonly (readonly [first: number, last: number])[];

/** Converts ascending ids to ranges. */
export function rangesOf(ids: Iterable<number>): IdRanges {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === id) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}

export function* idsOf(ranges: IdRanges): Generator<number> {
  for (const [first, last] of ranges) for (let id = first; id <= last; id += 1) yield id;
}

export function countOf(ranges: IdRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

export function holds(ranges: IdRanges, id: number): boolean {
  return ranges.some(([first, last]) => first <= id && id <= last);
}

/** Returns what is left of a range without `ids`, which must be ascending. */
export function without([first, last]: IdRanges[number], ids: Iterable<number>): IdRanges {
  const left: [number, number][] = [];
  let from = first;
  for (const id of ids) {
    if (id < from || id > last) continue;
    if (id > from) left.push([from, id - 1]);
    from = id + 1;
  }
  return from > last ? left : [...left, [from, last]];
}
