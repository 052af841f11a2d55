import type { Column, ColumnPriority } from './column.ts';

/** The operator's choice: column ids to shown or hidden. The width decides about the others. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** Default width of a column, in pixels. */
export const DEFAULT_WIDTH = 160;

/** The horizontal padding of a cell, and of a dense one, in pixels; the same as in data-table.module.css. */
const PADDING = 24;
const DENSE_PADDING = 12;

/** Relative to normal text. */
const DENSE_TEXT = 12 / 13;

const foldedFirst: readonly ColumnPriority[] = ['extra', 'useful'];

/** A column's width in pixels; default `unset`. Buttons are the same size in dense cells. */
export function columnWidth<Row>({ width, isExported }: Column<Row>, isDense: boolean, unset = DEFAULT_WIDTH): number {
  if (width === undefined || !isDense) return width ?? unset;
  const content = width - PADDING;
  return Math.ceil(isExported === false ? content : content * DENSE_TEXT) + DENSE_PADDING;
}

export function widthOf<Row>(columns: readonly Column<Row>[], isDense = false, unset = DEFAULT_WIDTH): number {
  return columns.reduce((sum, column) => sum + columnWidth(column, isDense, unset), 0);
}

/** True if a column may be hidden: not the one that names the row, nor its actions. */
export function isChoosable<Row>({ isRowHeader, isExported }: Column<Row>): boolean {
  return isRowHeader !== true && isExported !== false;
}

/** True if any column may be hidden for lack of room. */
export function canFold<Row>(columns: readonly Column<Row>[]): boolean {
  return columns.some(({ priority = 'essential' }) => priority !== 'essential');
}

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

/** True if all wanted columns fit side by side. */
export function doFit<Row>(columns: readonly Column<Row>[], width: number, choice: ColumnChoice): boolean {
  return widthOf(wantedColumns(columns, choice)) <= width;
}

/** `first`: a card's lines, starting with what names the row; `rest`: its lines when opened. */
export interface CardColumns<Row> {
  readonly first: readonly Column<Row>[];
  readonly rest: readonly Column<Row>[];
}

/** The columns as lines of a card. */
export function cardColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): CardColumns<Row> {
  const isFirst = ({ id, priority = 'essential' }: Column<Row>): boolean =>
    choice[id] ?? (priority === 'essential' || columns.length <= 4);
  const first = columns.filter((column) => isFirst(column) || !isChoosable(column));
  return { first, rest: columns.filter((column) => !first.includes(column)) };
}
