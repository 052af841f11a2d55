import { rowWindow, type RowWindow } from './row-window.ts';

/** Rows that are higher than the others by the same number of pixels. */
export interface OpenedRows {
  /** Their places, from the first to the last. */
  readonly places: readonly number[];
  readonly extraHeight: number;
}

/** As {@link rowWindow}, with rows among the others that have been opened. */
export function rowWindowWithOpened(
  count: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
  { places, extraHeight }: OpenedRows,
): RowWindow {
  const shown = rowWindow(
    count,
    rowHeight,
    viewHeight,
    scrollTop - extraAbove(rowHeight, scrollTop, places, extraHeight),
  );
  const before = places.filter((place) => place < shown.first).length;
  const after = places.filter((place) => place >= shown.last).length;
  return { ...shown, before: shown.before + before * extraHeight, after: shown.after + after * extraHeight };
}

/** How much of what was opened lies above `scrollTop`. */
function extraAbove(rowHeight: number, scrollTop: number, places: readonly number[], extraHeight: number): number {
  let above = 0;
  for (const place of places) {
    const hidden = scrollTop - above - (place + 1) * rowHeight;
    if (hidden <= 0) break;
    above += Math.min(hidden, extraHeight);
  }
  return above;
}
