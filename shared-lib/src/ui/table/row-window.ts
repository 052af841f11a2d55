/** The part of a long list that is rendered: rows `first` to `last` (exclusive), and the heights around. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** Browsers grow no element above 17 (Firefox) or 33 million pixels (Chromium); a taller list is compressed. */
export const MAX_LIST_HEIGHT = 16_000_000;

/** Rows rendered beyond each edge, so that a fast scroll does not show gaps. */
const OVERSCAN = 8;

/** Where a list of `count` rows stands at `scrollTop`; all measures in pixels. Its cost does not depend on `count`. */
export function rowWindow(count: number, rowHeight: number, viewHeight: number, scrollTop: number): RowWindow {
  const visible = Math.ceil(viewHeight / rowHeight) + 1;
  const height = Math.min(count * rowHeight, MAX_LIST_HEIGHT);
  const lastTop = Math.max(height - viewHeight, 0);
  const top = Math.min(Math.max(scrollTop, 0), lastTop);
  const lastRow = Math.max(count - Math.floor(viewHeight / rowHeight), 0);
  const firstVisible = height < count * rowHeight ? Math.round((top / lastTop) * lastRow) : Math.floor(top / rowHeight);
  const first = Math.max(firstVisible - OVERSCAN, 0);
  const last = Math.min(firstVisible + visible + OVERSCAN, count);
  const offset = height < count * rowHeight ? top - (firstVisible - first) * rowHeight : first * rowHeight;
  const before = Math.max(offset, 0);
  return { first, last, before, after: Math.max(height - before - (last - first) * rowHeight, 0) };
}
