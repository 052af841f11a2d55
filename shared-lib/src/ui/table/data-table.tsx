import { useMemo, useRef, useState, type ReactNode } from 'react';
import { countOf, rowOf, type Column, type RowSource } from './column.ts';
import styles from './data-table.module.css';
import { HeaderCell } from './header-cell.tsx';
import { nextSort, sortOrder, type SortState } from './sort-order.ts';
import { useRowWindow } from './use-row-window.ts';

/** From this number of rows on, only those in sight are in the document. */
const WINDOWED_FROM = 100;

const DEFAULT_WIDTH = 160;

/** Props of {@link DataTable}: the rows as a list or as a count and a reader, and how to show them. */
export type DataTableProps<Row> = RowSource<Row> & {
  /** Names the table and its scroll area for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Stands where rows would, such as 'No results found'. */
  readonly emptyText: ReactNode;
  /** Height in pixels that the scroll area may always take; it grows to a part of a large window (D23). */
  readonly minHeight?: number | undefined;
  /** What tells rows apart; their index unless given, which suits lists that only grow. */
  readonly rowKey?: ((row: Row, index: number) => string | number) | undefined;
  /** Off while rows still stream in, because every new row would be sorted in anew. */
  readonly isSortable?: boolean | undefined;
  readonly defaultSort?: SortState | undefined;
};

/**
 * A table that scrolls in its own area, which can be focused and scrolled by keyboard; the page never scrolls sideways. Its
 * header stays in sight. A million rows cost no more than a hundred: those out of sight are not rendered, but counted for
 * screen readers.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, emptyText, minHeight = 350, isSortable = true, defaultSort } = props;
  const region = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState(defaultSort);
  const count = countOf(props);
  const isWindowed = count > WINDOWED_FROM;
  const order = useOrder(props, columns, isSortable ? sort : undefined);
  const shown = useRowWindow(region, count, isWindowed);

  function changeSort(columnId: string) {
    setSort(nextSort(sort, columnId));
    region.current?.scrollTo?.({ top: 0 });
  }

  return (
    <div ref={region} className={styles['region']} role="region" aria-label={label} tabIndex={0} style={{ maxHeight: `max(${minHeight}px, 62vh)` }}>
      <table
        className={styles['table']}
        aria-label={label}
        aria-rowcount={isWindowed ? count + 1 : undefined}
        data-windowed={isWindowed || undefined}
        style={{ minWidth: totalWidth(columns, isWindowed ? DEFAULT_WIDTH : 0) }}
      >
        <colgroup>
          {columns.map(({ id, width }) => <col key={id} style={{ width: width ?? (isWindowed ? DEFAULT_WIDTH : undefined) }} />)}
        </colgroup>
        <thead>
          <tr aria-rowindex={isWindowed ? 1 : undefined}>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} isSortable={isSortable && count > 1} sort={sort} onSort={changeSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={shown.before} columns={columns.length} />
          {count === 0 && <tr><td className={styles['empty']} colSpan={columns.length}><div>{emptyText}</div></td></tr>}
          {Array.from({ length: shown.last - shown.first }, (_, offset) => {
            const position = shown.first + offset;
            const index = order?.[position] ?? position;
            const row = rowOf(props, index);
            return (
              <tr key={props.rowKey?.(row, index) ?? index} aria-rowindex={isWindowed ? position + 2 : undefined}>
                {columns.map((column) => <Cell key={column.id} column={column} row={row} index={index} />)}
              </tr>
            );
          })}
          <Gap height={shown.after} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

function totalWidth<Row>(columns: readonly Column<Row>[], unset: number): number {
  return columns.reduce((sum, { width }) => sum + (width ?? unset), 0);
}

function useOrder<Row>(source: RowSource<Row>, columns: readonly Column<Row>[], sort: SortState | undefined) {
  const { rows, count, rowAt } = { rows: undefined, count: undefined, rowAt: undefined, ...source };
  return useMemo(() => {
    const sortValue = columns.find(({ id }) => id === sort?.columnId)?.sortValue;
    if (!sort || !sortValue) return undefined;
    const from: RowSource<Row> = rows ? { rows } : { count, rowAt };
    return sortOrder(countOf(from), (index) => sortValue(rowOf(from, index), index), sort.direction);
  }, [rows, count, rowAt, columns, sort]);
}

function Cell<Row>({ column, row, index }: { readonly column: Column<Row>; readonly row: Row; readonly index: number }) {
  const content = column.cell(row, index);
  const title = typeof content === 'string' ? content : undefined;
  if (column.isRowHeader) return <th scope="row" data-align={column.align} title={title}>{content}</th>;
  return <td data-align={column.align} title={title}>{content}</td>;
}

function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height === 0) return null;
  return <tr className={styles['gap']} aria-hidden="true"><td colSpan={columns} style={{ height }} /></tr>;
}
