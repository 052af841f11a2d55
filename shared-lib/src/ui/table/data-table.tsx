import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { messages } from '../messages.ts';
import { countOf, rowOf, type Column, type RowSource } from './column.ts';
import styles from './data-table.module.css';
import { exportedRows } from './export-rows.ts';
import { HeaderCell } from './header-cell.tsx';
import { nextSort, type SortState } from './sort-order.ts';
import { TableBar } from './table-bar.tsx';
import { EmptyRow, TableRows } from './table-rows.tsx';
import { useRowWindow } from './use-row-window.ts';
import { useShownRows, type ShownRows } from './use-shown-rows.ts';

/** From this number of rows on, only those in sight are in the document. */
const WINDOWED_FROM = 100;

const DEFAULT_WIDTH = 160;

/** Props of {@link DataTable}: the rows as a list or as a count and a reader, and how to show them. */
export type DataTableProps<Row> = RowSource<Row> & {
  /** Names the table for screen readers, and with the word for it its scroll area. */
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
  /** Puts a field above the table that shows only the rows with every word typed into it. */
  readonly isFilterable?: boolean | undefined;
  /** Puts a menu above the table that saves the rows as shown, as Excel or CSV, under this name. */
  readonly exportName?: string | undefined;
};

/**
 * A table that scrolls in its own area, which can be focused and scrolled by keyboard; the page never scrolls sideways.
 * Its header stays in sight. A million rows cost no more than a hundred: those out of sight are not rendered, but
 * counted for screen readers; many are sorted and filtered in slices, so that the page stays responsive.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, isSortable = true, defaultSort, isFilterable = false, exportName } = props;
  const region = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState(defaultSort);
  const [query, setQuery] = useState('');
  const shown = useShownRows(props, columns, isSortable ? sort : undefined, isFilterable ? query : '');
  const { order, count } = shown;
  const total = countOf(props);
  const toTop = () => region.current?.scrollTo?.({ top: 0 });
  const onSort = (id: string) => {
    setSort(nextSort(sort, id));
    toTop();
  };
  const change = (text: string) => {
    setQuery(text);
    toTop();
  };

  const table = <ScrolledTable {...props} region={region} sort={sort} onSort={onSort} shown={shown} total={total} />;
  if (!isFilterable && exportName === undefined) return table;
  const exported =
    exportName === undefined
      ? undefined
      : exportedRows(exportName, columns, count, (index) => rowOf(props, index), order);
  return (
    <div className={styles['frame']}>
      <TableBar label={label} filter={isFilterable ? { query, change, count, total } : undefined} exported={exported} />
      {table}
    </div>
  );
}

type ScrolledTableProps<Row> = DataTableProps<Row> & {
  readonly region: RefObject<HTMLDivElement | null>;
  readonly sort: SortState | undefined;
  readonly onSort: (columnId: string) => void;
  readonly shown: ShownRows;
  /** The number of rows, those that the filter leaves out included. */
  readonly total: number;
};

/** The table in its scroll area. */
function ScrolledTable<Row>(props: ScrolledTableProps<Row>) {
  const { label, columns, minHeight = 350, region, shown } = props;
  const { order, count, isPending } = shown;
  const isWindowed = count > WINDOWED_FROM;
  const inSight = useRowWindow(region, count, isWindowed);
  return (
    <div
      ref={region}
      className={styles['region']}
      role="region"
      aria-label={messages.tableArea(label)}
      tabIndex={0}
      aria-busy={isPending || undefined}
      style={{ maxHeight: `max(${minHeight}px, 62vh)` }}
    >
      <table
        className={styles['table']}
        aria-label={label}
        aria-rowcount={isWindowed ? count + 1 : undefined}
        data-windowed={isWindowed || undefined}
        style={{ minWidth: totalWidth(columns, isWindowed ? DEFAULT_WIDTH : 0) }}
      >
        <Header {...props} isWindowed={isWindowed} />
        <tbody>
          {count === 0 && (
            <EmptyRow columns={columns.length}>{props.total > 0 ? messages.noRowPasses : props.emptyText}</EmptyRow>
          )}
          <TableRows
            columns={columns}
            rowAt={(index) => rowOf(props, index)}
            rowKey={props.rowKey}
            order={order}
            shown={inSight}
            isWindowed={isWindowed}
          />
        </tbody>
      </table>
    </div>
  );
}

type HeaderProps<Row> = Pick<ScrolledTableProps<Row>, 'columns' | 'isSortable' | 'sort' | 'onSort' | 'total'> & {
  readonly isWindowed: boolean;
};

/** The widths of the columns, and their headers. */
function Header<Row>({ columns, isSortable = true, sort, onSort, total, isWindowed }: HeaderProps<Row>) {
  return (
    <>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width: width ?? (isWindowed ? DEFAULT_WIDTH : undefined) }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={isWindowed ? 1 : undefined}>
          {columns.map((column) => (
            <HeaderCell
              key={column.id}
              column={column}
              isSortable={isSortable && total > 1}
              sort={sort}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
    </>
  );
}

function totalWidth<Row>(columns: readonly Column<Row>[], unset: number): number {
  return columns.reduce((sum, { width }) => sum + (width ?? unset), 0);
}
