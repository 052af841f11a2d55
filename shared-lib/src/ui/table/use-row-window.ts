import { useLayoutEffect, useState, type RefObject } from 'react';
/** The rendered part of a long list: rows `first` to `last` (exclusive), and the heights around. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** Browsers limit elements to 17 (Firefox) or 33 million pixels (Chromium); a taller list is compressed. */
export const MAX_LIST_HEIGHT = 16_000_000;

/** Rows rendered beyond each edge, against gaps in fast scrolling. */
const OVERSCAN = 8;

/** Rows higher than the others by the same number of pixels. */
interface OpenedRows {
  readonly places: readonly number[];
  readonly extraHeight: number;
}

/** The window of a list of `count` rows at `scrollTop`, in pixels. Its time does not depend on their number. */
export function rowWindow(
  count: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
  { places, extraHeight }: OpenedRows = { places: [], extraHeight: 0 },
): RowWindow {
  const visible = Math.ceil(viewHeight / rowHeight) + 1;
  const height = Math.min(count * rowHeight, MAX_LIST_HEIGHT);
  const isCompressed = height < count * rowHeight;
  const lastTop = Math.max(height - viewHeight, 0);
  const top = Math.min(Math.max(scrollTop - extraAbove(rowHeight, scrollTop, places, extraHeight), 0), lastTop);
  const lastRow = Math.max(count - Math.floor(viewHeight / rowHeight), 0);
  const firstVisible = isCompressed ? Math.round((top / lastTop) * lastRow) : Math.floor(top / rowHeight);
  const first = Math.max(firstVisible - OVERSCAN, 0);
  const last = Math.min(firstVisible + visible + OVERSCAN, count);
  const before = isCompressed ? Math.max(top - (firstVisible - first) * rowHeight, 0) : first * rowHeight;
  const after = Math.max(height - before - (last - first) * rowHeight, 0);
  const openedBefore = places.filter((place) => place < first).length;
  const openedAfter = places.filter((place) => place >= last).length;
  return { first, last, before: before + openedBefore * extraHeight, after: after + openedAfter * extraHeight };
}

function extraAbove(rowHeight: number, scrollTop: number, places: readonly number[], extraHeight: number): number {
  let above = 0;
  for (const place of places) {
    const hidden = scrollTop - above - (place + 1) * rowHeight;
    if (hidden <= 0) break;
    above += Math.min(hidden, extraHeight);
  }
  return above;
}

/** The token of the row height. */
export const ROW_HEIGHT_TOKEN = '--row-height';

/** Pixels, if `--row-height` is not set. */
const ROW_HEIGHT = 36;

/** Cards are laid out again after scrolling this many pixels. */
const CARD_STEP = 32;

/** Closed cards have `rowHeight`. */
interface CardRows extends OpenedRows {
  readonly rowHeight: number;
}

function tokenHeight(element: HTMLElement): number {
  const text = getComputedStyle(element).getPropertyValue(ROW_HEIGHT_TOKEN).trim();
  const value = Number.parseFloat(text);
  if (Number.isNaN(value)) return ROW_HEIGHT;
  const isRem = text.endsWith('rem');
  return isRem ? value * Number.parseFloat(getComputedStyle(document.documentElement).fontSize) : value;
}

/**
 * The rows to render for the scroll position of `region`, whose header does not count. Rerenders at most once per frame
 * and row. Rows have the height of
 * `--row-height`, which `ownRowHeight` sets for this table, or that of cards.
 */
export function useRowWindow(
  region: RefObject<HTMLElement | null>,
  count: number,
  isWindowed: boolean,
  ownRowHeight: string | undefined,
  cards: CardRows | undefined,
): RowWindow {
  const [view, setView] = useState({ height: 0, top: 0, rowHeight: ROW_HEIGHT });
  const cardHeight = cards?.rowHeight;

  useLayoutEffect(() => {
    const element = region.current;
    if (!element || !isWindowed) return undefined;
    const head = element.querySelector('thead');
    let rowHeight = ROW_HEIGHT;
    const measure = () => {
      const isTable = cardHeight === undefined;
      const step = isTable ? rowHeight : CARD_STEP;
      const height = element.clientHeight - (isTable ? (head?.clientHeight ?? 0) : 0);
      const top = Math.floor(element.scrollTop / step) * step;
      setView((before) =>
        before.height === height && before.top === top && before.rowHeight === rowHeight
          ? before
          : { height, top, rowHeight },
      );
    };
    const measureAll = () => {
      rowHeight = cardHeight ?? tokenHeight(element);
      measure();
    };
    measureAll();
    element.addEventListener('scroll', measure, { passive: true });
    // The header is as high as a row, so it shows changes of the row height.
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measureAll);
    observer?.observe(element);
    if (head) observer?.observe(head);
    return () => {
      element.removeEventListener('scroll', measure);
      observer?.disconnect();
    };
  }, [region, isWindowed, ownRowHeight, cardHeight]);

  if (!isWindowed) return { first: 0, last: count, before: 0, after: 0 };
  return rowWindow(count, view.rowHeight, Math.max(view.height, 0), view.top, cards);
}
