import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { RowWindow } from './row-window.ts';

interface TableRowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rowAt: (index: number) => Row;
  readonly rowKey: ((row: Row, index: number) => string | number) | undefined;
  /** Indexes of the rows by their place; places and indexes are the same without it. */
  readonly order: Uint32Array | undefined;
  readonly shown: RowWindow;
  readonly isWindowed: boolean;
}

/** The rows in sight, and empty rows of the height of those that are not. */
export function TableRows<Row>({ columns, rowAt, rowKey, order, shown, isWindowed }: TableRowsProps<Row>) {
  return (
    <>
      <Gap height={shown.before} columns={columns.length} />
      {Array.from({ length: shown.last - shown.first }, (_, offset) => {
        const position = shown.first + offset;
        const index = order?.[position] ?? position;
        const row = rowAt(index);
        return (
          <tr key={rowKey?.(row, index) ?? index} aria-rowindex={isWindowed ? position + 2 : undefined}>
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

/** One row that says why there are no others. */
export function EmptyRow({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  return (
    <tr>
      <td className={styles['empty']} colSpan={columns}>
        <div>{children}</div>
      </td>
    </tr>
  );
}

function Cell<Row>({
  column,
  row,
  index,
}: {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly index: number;
}) {
  const content = column.cell(row, index);
  const title = typeof content === 'string' ? content : undefined;
  if (column.isRowHeader)
    return (
      <th scope="row" data-align={column.align} title={title}>
        {content}
      </th>
    );
  return (
    <td data-align={column.align} title={title}>
      {content}
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
