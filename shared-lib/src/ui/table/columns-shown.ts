import type { Column, ColumnPriority } from './column.ts';

/** The operator's choice: ids of columns that are shown and that are hidden. The width decides about the others. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** Width in pixels of a column that states none. */
export const DEFAULT_WIDTH = 160;

/** The padding of a cell, both sides together, in pixels, and of a dense one; data-table.module.css has the same. */
const PADDING = 24;
const DENSE_PADDING = 12;

/** The text size of a dense cell, relative to a normal one. */
const DENSE_TEXT = 12 / 13;

const foldedFirst: readonly ColumnPriority[] = ['extra', 'useful'];

/** A column's width in pixels; `unset` if it states none. Buttons are the same size in dense cells. */
export function columnWidth<Row>({ width, isExported }: Column<Row>, isDense: boolean, unset = DEFAULT_WIDTH): number {
  if (width === undefined || !isDense) return width ?? unset;
  const content = width - PADDING;
  return Math.ceil(isExported === false ? content : content * DENSE_TEXT) + DENSE_PADDING;
}

export function widthOf<Row>(columns: readonly Column<Row>[], isDense = false, unset = DEFAULT_WIDTH): number {
  return columns.reduce((sum, column) => sum + columnWidth(column, isDense, unset), 0);
}

/** Whether a column may be hidden: what names the row, and its actions, stay. */
export function isChoosable<Row>({ isRowHeader, isExported }: Column<Row>): boolean {
  return isRowHeader !== true && isExported !== false;
}

/** Whether any column may be hidden for lack of room. */
export function canFold<Row>(columns: readonly Column<Row>[]): boolean {
  return columns.some(({ priority = 'essential' }) => priority !== 'essential');
}

/** The columns that the operator has not hidden. */
function wantedColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): readonly Column<Row>[] {
  return columns.filter((column) => choice[column.id] !== false || !isChoosable(column));
}

/**
 * The columns that fit a width, in order. The least important are hidden first, among equals the last; columns without
 * a priority stay. All if the width is unknown.
 */
export function columnsFor<Row>(
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

/** Whether all wanted columns fit side by side. */
export function doFit<Row>(columns: readonly Column<Row>[], width: number, choice: ColumnChoice): boolean {
  return widthOf(wantedColumns(columns, choice)) <= width;
}

/** What a card shows of its row at once, starting with what names it, and what it shows when opened. */
export interface CardColumns<Row> {
  readonly first: readonly Column<Row>[];
  readonly rest: readonly Column<Row>[];
}

/** The columns as the lines of a card. */
export function cardColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): CardColumns<Row> {
  const isFirst = ({ id, priority = 'essential' }: Column<Row>): boolean =>
    choice[id] ?? (priority === 'essential' || columns.length <= 4);
  const first = columns.filter((column) => isFirst(column) || !isChoosable(column));
  return { first, rest: columns.filter((column) => !first.includes(column)) };
}
