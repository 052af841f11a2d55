import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { type ColumnChoice, useColumnChoice } from '../table-columns.tsx';
import type { Column, ColumnPriority } from './column.ts';

/** Below this window width, in pixels, rows that do not fit become cards. */
const NARROW_WINDOW = 640;

/** Border and vertical scroll bar, in pixels. */
const EDGES = 16;

/** Measured before the first paint and on every change. No width if not laid out, as in a hidden part. */
function useTableRoom(region: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState<{ width?: number | undefined; isNarrow: boolean }>({ isNarrow: false });

  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    const measure = () => {
      const width = element.offsetWidth > EDGES ? element.offsetWidth - EDGES : undefined;
      const isNarrow = window.innerWidth < NARROW_WINDOW;
      setRoom((before) => (before.width === width && before.isNarrow === isNarrow ? before : { width, isNarrow }));
    };
    measure();
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(element);
    return () => observer?.disconnect();
  }, [region]);

  return room;
}

/** The cards of a narrow window: their lines, starting with what names the row, and more lines of opened ones. */
export interface CardLayout<Row> {
  readonly first: readonly Column<Row>[];
  readonly rest: readonly Column<Row>[];
  /** Positions of opened cards, in order. */
  readonly opened: readonly number[];
  readonly toggle: (place: number) => void;
}

export type TableLayout<Row> = ReturnType<typeof useTableLayout<Row>>;

/**
 * A table's shown columns, in the screen's order, and its cards, if rows are cards. If the columns do not fit, cells
 * are dense; if even those do not, the table scrolls sideways. `order` says whether rows were moved.
 */
export function useTableLayout<Row>(
  region: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  name: string | undefined,
  order: Uint32Array | undefined,
) {
  const { choice, choose } = useColumnChoice(name);
  const { width, isNarrow } = useTableRoom(region);
  const [opened, setOpened] = useState<{ order: typeof order; places: readonly number[] }>({ order, places: [] });
  const hasCards = isNarrow && width !== undefined && widthOf(wantedColumns(columns, choice)) > width;
  const lines = useMemo(() => (hasCards ? cardColumns(columns, choice) : undefined), [hasCards, columns, choice]);
  const shown = useMemo(
    () => (hasCards ? columns : columnsFor(columns, width, choice)),
    [hasCards, columns, width, choice],
  );
  const isWider = (isDense: boolean) => !hasCards && width !== undefined && widthOf(shown, isDense) > width;
  const isDense = isWider(false);
  const places = opened.order === order ? opened.places : [];
  const toggle = (place: number): void =>
    setOpened({
      order,
      places: places.includes(place)
        ? places.filter((other) => other !== place)
        : [...places, place].toSorted((a, b) => a - b),
    });
  return {
    shown,
    cards: lines && { ...lines, opened: places, toggle },
    isDense,
    isOverflowing: isDense && isWider(true),
    isChoosable: name !== undefined || columns.some(({ priority = 'essential' }) => priority !== 'essential'),
    choice,
    choose,
  };
}

/** Default width of a column, in pixels. */
export const DEFAULT_WIDTH = 160;

/** The horizontal padding of a cell, and of a dense one, in pixels; the same as in data-table.module.css. */
const PADDING = 24;
const DENSE_PADDING = 12;

/** Relative to normal text. */
const DENSE_TEXT = 12 / 13;

const foldedFirst: readonly ColumnPriority[] = ['extra', 'useful'];

/** A column's width in pixels; default `unset`. Buttons are the same size in dense cells. */
export function columnWidth<Row>(column: Column<Row>, isDense: boolean, unset = DEFAULT_WIDTH): number {
  const { width, denseWidth, isExported } = column;
  if (isDense && denseWidth !== undefined) return denseWidth;
  if (width === undefined || !isDense) return width ?? unset;
  const content = width - PADDING;
  return Math.ceil(isExported === false ? content : content * DENSE_TEXT) + DENSE_PADDING;
}

/** The most lines of a column's text in a row of fixed height; undefined: one. */
export function linesOf<Row>({ lines, denseLines = lines }: Column<Row>, isDense: boolean): number | undefined {
  return isDense ? denseLines : lines;
}

export function widthOf<Row>(columns: readonly Column<Row>[], isDense = false, unset = DEFAULT_WIDTH): number {
  return columns.reduce((sum, column) => sum + columnWidth(column, isDense, unset), 0);
}

/** True if a column may be hidden: not the one that names the row, nor its actions. */
export function isChoosable<Row>({ isRowHeader, isExported }: Column<Row>): boolean {
  return isRowHeader !== true && isExported !== false;
}

function wantedColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): readonly Column<Row>[] {
  return columns.filter((column) => choice[column.id] !== false || !isChoosable(column));
}

/**
 * The columns that fit a width, in order. The least important are hidden first, among equals the last; columns without
 * a priority stay. All if the width is unknown.
 */
function columnsFor<Row>(
  columns: readonly Column<Row>[],
  width: number | undefined,
  choice: ColumnChoice,
): readonly Column<Row>[] {
  let shown = wantedColumns(columns, choice);
  if (width === undefined) return shown;
  const folding = foldedFirst.flatMap((folded) =>
    shown.filter(({ id, priority }) => priority === folded && choice[id] !== true).toReversed(),
  );
  for (const column of folding) {
    if (widthOf(shown) <= width) break;
    shown = shown.filter((other) => other !== column);
  }
  return shown;
}

function cardColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice) {
  const isFirst = ({ id, priority = 'essential' }: Column<Row>): boolean =>
    choice[id] ?? (priority === 'essential' || columns.length <= 4);
  const first = columns.filter((column) => isFirst(column) || !isChoosable(column));
  return { first, rest: columns.filter((column) => !first.includes(column)) };
}
