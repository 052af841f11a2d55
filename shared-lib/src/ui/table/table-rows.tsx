import { cellOf, type Column, columnText } from './column.ts';
import styles from './data-table.module.css';
import type { RowWindow } from './use-row-window.ts';
import { type CardLayout, linesOf, type TableLayout } from './use-table-layout.ts';
import { Icon } from '../icons/icons.tsx';
import { t } from '../../i18n/own.ts';

interface TableRowsProps<Row> {
  readonly layout: TableLayout<Row>;
  readonly rowAt: (index: number) => Row;
  readonly rowKey: ((row: Row, index: number) => string | number) | undefined;
  /** Row indexes by position; absent: the original order. */
  readonly order: Uint32Array | undefined;
  readonly shown: RowWindow;
  readonly isWindowed: boolean;
}

/** The rows in view, with empty rows for the height of the others. */
export function TableRows<Row>({ layout, rowAt, rowKey, order, shown, isWindowed }: TableRowsProps<Row>) {
  const { shown: columns, cards } = layout;
  return (
    <>
      <Gap height={shown.before} columns={columns.length} />
      {Array.from({ length: shown.last - shown.first }, (_, offset) => {
        const place = shown.first + offset;
        const index = order?.[place] ?? place;
        const row = rowAt(index);
        const rowIndex = isWindowed ? place + 2 : undefined;
        const key = rowKey?.(row, index) ?? index;
        return (
          <tr key={key} role={cards && 'row'} className={cards && styles['card']} aria-rowindex={rowIndex}>
            {cards ? (
              <CardCells cards={cards} row={row} index={index} place={place} />
            ) : (
              columns.map((column) => (
                <Cell key={column.id} column={column} row={row} index={index} lines={linesOf(column, layout.isDense)} />
              ))
            )}
          </tr>
        );
      })}
      <Gap height={shown.after} columns={columns.length} />
    </>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly index: number;
}

function Cell<Row>({ column, row, index, lines }: CellProps<Row> & { readonly lines: number | undefined }) {
  const content = cellOf(column, row, index);
  const title = column.cellHint?.(row, index) ?? (typeof content === 'string' ? content : undefined);
  const shown =
    lines === undefined ? (
      content
    ) : (
      <span className={styles['lines']} style={{ WebkitLineClamp: lines }}>
        {content}
      </span>
    );
  if (column.isRowHeader)
    return (
      <th scope="row" style={{ textAlign: column.align }} title={title}>
        {shown}
      </th>
    );
  return (
    <td style={{ textAlign: column.align }} data-kind={column.kind} title={title}>
      {shown}
    </td>
  );
}

function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height === 0) return null;
  return (
    <tr className={styles['gap']} aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

// Heights of a card's parts in pixels; the same as in data-table.module.css.
const LINE = 28;
const ACTION_LINE = 44;
const MORE_LINE = 36;
const EDGES = 21;

function linesHeight<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, { isExported }) => sum + (isExported === false ? ACTION_LINE : LINE), 0);
}

/** The height of a closed card in a windowed table, and its growth when opened. */
export function cardHeights<Row>({ first, rest }: CardLayout<Row>) {
  return {
    rowHeight: EDGES + linesHeight(first) + (rest.length > 0 ? MORE_LINE : 0),
    extraHeight: linesHeight(rest),
  };
}

interface CardCellsProps<Row> {
  readonly cards: CardLayout<Row>;
  readonly row: Row;
  readonly index: number;
  readonly place: number;
}

/** A row as a card: what names it, what matters, and the rest once opened. */
function CardCells<Row>({ cards: { first, rest, opened, toggle }, row, index, place }: CardCellsProps<Row>) {
  const isOpen = opened.includes(place);
  const naming = first.find(({ isRowHeader }) => isRowHeader);
  const name = naming ? columnText(naming, row, index) : String(index + 1);
  return (
    <>
      {first.map((column) => (
        <Line key={column.id} column={column} row={row} index={index} />
      ))}
      {isOpen && rest.map((column) => <Line key={column.id} column={column} row={row} index={index} />)}
      {rest.length > 0 && (
        <td role="cell" className={styles['more']}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={isOpen ? t('Less of {row}', { row: name }) : t('More of {row}', { row: name })}
            onClick={() => toggle(place)}
          >
            <span>{isOpen ? t('Less') : t('More')}</span>
            <Icon name="chevron" />
          </button>
        </td>
      )}
    </>
  );
}

function Line<Row>({ column, row, index }: CellProps<Row>) {
  const content = cellOf(column, row, index);
  const value = <div className={styles['cardValue']}>{content}</div>;
  if (column.isRowHeader)
    return (
      <th scope="row" role="rowheader">
        {value}
      </th>
    );
  const isActions = column.isExported === false;
  return (
    <td role="cell" data-actions={isActions || undefined} title={column.cellHint?.(row, index)}>
      {!isActions && (
        <span className={styles['cardLabel']} aria-hidden="true">
          {column.header}
        </span>
      )}
      {value}
    </td>
  );
}
