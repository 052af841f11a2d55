import { Icon } from '../icons/icons.tsx';
import { cellOf, columnText, type Column } from './column.ts';
import styles from './card-rows.module.css';
import type { CardColumns } from './columns-shown.ts';
import type { CardLook } from './use-table-look.ts';
import { t } from '../../i18n/own.ts';

// Heights of a card's parts in pixels; the same as in card-rows.module.css.
const LINE = 28;
const ACTION_LINE = 44;
const MORE_LINE = 36;
const EDGES = 21;

function linesHeight<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, { isExported }) => sum + (isExported === false ? ACTION_LINE : LINE), 0);
}

/** The height of a closed card in a windowed table, and its growth when opened. */
export function cardHeights<Row>({ first, rest }: CardColumns<Row>): {
  readonly rowHeight: number;
  readonly extraHeight: number;
} {
  return {
    rowHeight: EDGES + linesHeight(first) + (rest.length > 0 ? MORE_LINE : 0),
    extraHeight: linesHeight(rest),
  };
}

interface CardCellsProps<Row> {
  readonly cards: CardLook<Row>;
  readonly row: Row;
  readonly index: number;
  readonly place: number;
}

/** A row as a card: what names it, what matters, and the rest once opened. */
export function CardCells<Row>({ cards: { first, rest, opened, toggle }, row, index, place }: CardCellsProps<Row>) {
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
            {isOpen ? t('Less') : t('More')}
            <Icon name="chevron" />
          </button>
        </td>
      )}
    </>
  );
}

interface LineProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly index: number;
}

function Line<Row>({ column, row, index }: LineProps<Row>) {
  const content = cellOf(column, row, index);
  const value = <div className={styles['value']}>{content}</div>;
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
        <span className={styles['label']} aria-hidden="true">
          {column.header}
        </span>
      )}
      {value}
    </td>
  );
}
