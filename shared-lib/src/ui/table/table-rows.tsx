import type { ReactNode } from 'react';
import { CardCells } from './card-cells.tsx';
import cardStyles from './card-rows.module.css';
import { cellOf, type Column } from './column.ts';
import styles from './data-table.module.css';
import type { RowWindow } from './use-row-window.ts';
import type { CardLook } from './use-table-look.ts';

interface TableRowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly cards: CardLook<Row> | undefined;
  readonly rowAt: (index: number) => Row;
  readonly rowKey: ((row: Row, index: number) => string | number) | undefined;
  /** Row indexes by position; absent: the original order. */
  readonly order: Uint32Array | undefined;
  readonly shown: RowWindow;
  readonly isWindowed: boolean;
}

/** The rows in view, with empty rows for the height of the others. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { columns, cards, rowAt, rowKey, order, shown, isWindowed } = props;
  return (
    <>
      <Gap height={shown.before} columns={columns.length} />
      {Array.from({ length: shown.last - shown.first }, (_, offset) => {
        const place = shown.first + offset;
        const index = order?.[place] ?? place;
        const row = rowAt(index);
        const rowIndex = isWindowed ? place + 2 : undefined;
        const key = rowKey?.(row, index) ?? index;
        if (cards)
          return (
            <tr key={key} role="row" className={cardStyles['card']} aria-rowindex={rowIndex}>
              <CardCells cards={cards} row={row} index={index} place={place} />
            </tr>
          );
        return (
          <tr key={key} aria-rowindex={rowIndex}>
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} index={index} />
            ))}
          </tr>
        );
      })}
      <Gap height={shown.after} columns={columns.length} />
    </>
  );
}

interface EmptyRowProps {
  readonly columns: number;
  readonly help: ReactNode;
  readonly children: ReactNode;
}

/** One row that says why there are no others. */
export function EmptyRow({ columns, help, children }: EmptyRowProps) {
  return (
    <tr>
      <td className={styles['empty']} colSpan={columns}>
        <div>
          {children}
          {help !== undefined && <p className={styles['help']}>{help}</p>}
        </div>
      </td>
    </tr>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly index: number;
}

function Cell<Row>({ column, row, index }: CellProps<Row>) {
  const content = cellOf(column, row, index);
  const title = column.cellHint?.(row, index) ?? (typeof content === 'string' ? content : undefined);
  if (column.isRowHeader)
    return (
      <th scope="row" data-align={column.align} title={title}>
        {content}
      </th>
    );
  return (
    <td data-align={column.align} data-kind={column.kind} title={title}>
      {column.lines === undefined ? (
        content
      ) : (
        <span className={styles['lines']} style={{ WebkitLineClamp: column.lines }}>
          {content}
        </span>
      )}
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
