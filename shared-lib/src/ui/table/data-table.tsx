import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { cardHeights, TableRows } from './table-rows.tsx';
import { type Column, countOf, rowOf, type RowSource, sheetOf } from './column.ts';
import { ExportMenu } from './export-menu.tsx';
import { ColumnsMenu, SortChoice, TableBar } from './table-bar.tsx';
import { columnWidth, DEFAULT_WIDTH, linesOf, type TableLayout, useTableLayout, widthOf } from './use-table-layout.ts';
import styles from './data-table.module.css';
import { nextSort, type SortState } from './sort-order.ts';
import { ROW_HEIGHT_TOKEN, useRowWindow } from './use-row-window.ts';
import { useShownRows, type ShownRows } from './use-shown-rows.ts';
import { t } from '../../i18n/own.ts';
import { Icon } from '../icons/icons.tsx';
import layout from '../layout/layout.module.css';
import { Stack } from '../layout/layout.tsx';

const marks = { ascending: 'sortAscending', descending: 'sortDescending' } as const;

/** From this many rows on, only those in view are in the document. */
const WINDOWED_FROM = 50;

/** Parts of a windowed table's row height, in rem; a row of one line has the token's height. */
const LINE_HEIGHT = 1.1875;
const ROW_PADDING = 0.5;
/** Dense cells have smaller text, and no room to spare: two lines are as high as a row of one line elsewhere. */
const DENSE_LINE_HEIGHT = 1.0625;
const DENSE_ROW_PADDING = 0.125;

/** Rows of a windowed table all have the height of their longest possible text; undefined: that of the token. */
function rowHeightOf<Row>({ shown, isDense }: TableLayout<Row>): string | undefined {
  const lines = Math.max(...shown.map((column) => linesOf(column, isDense) ?? 1));
  if (lines === 1) return undefined;
  return `${isDense ? lines * DENSE_LINE_HEIGHT + DENSE_ROW_PADDING : lines * LINE_HEIGHT + ROW_PADDING}rem`;
}

export type DataTableProps<Row> = RowSource<Row> & {
  /** The table's name for screen readers, and that of its scroll area. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Instead of rows, such as 'No results found'. */
  readonly emptyText: ReactNode;
  readonly emptyHelp?: ReactNode;
  /** Offers a choice of columns, stored under this name if the host stores any; one name per kind of table. */
  readonly columnsName?: string | undefined;
  /** The final number of rows if they arrive gradually: fixes the layout from the first row. */
  readonly expectedCount?: number | undefined;
  /** The columns keep the widths that they name, whatever comes into their cells. */
  readonly hasFixedWidths?: boolean | undefined;
  /** Least height in pixels of the scroll area; it grows with a large window (D23). */
  readonly minHeight?: number | undefined;
  /** Default: their index, which suits lists that only grow. */
  readonly rowKey?: ((row: Row, index: number) => string | number) | undefined;
  /** Off while rows arrive: each new row would be sorted in again. */
  readonly isSortable?: boolean | undefined;
  /** Adds a filter field: shows only rows with every typed word. */
  readonly isFilterable?: boolean | undefined;
  readonly firstFilter?: string | undefined;
  /** Adds a menu that saves the shown rows as Excel or CSV, under this name. */
  readonly exportName?: string | undefined;
  /** At the beginning of the bar, such as how many rows there are. */
  readonly summary?: ReactNode;
  /** The bar is below the table, whose first rows are then higher on the page. Default: above. */
  readonly hasBarBelow?: boolean | undefined;
};

/**
 * A table that scrolls in its own area, which can be focused and scrolled by keyboard; the page never scrolls sideways.
 * The header and the column that names the rows stay in view. Columns that do not fit are hidden by priority; then
 * cells get denser; then the table scrolls sideways. In a narrow window rows are cards. A million rows cost no more
 * than a hundred: rows out of view are not rendered, but counted for screen readers, and many rows are sorted and
 * filtered in slices.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, isSortable = true, isFilterable = false, firstFilter = '', exportName, summary } = props;
  const { hasBarBelow = false } = props;
  const region = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<SortState>();
  const [query, setQuery] = useState(firstFilter);
  const shown = useShownRows(props, columns, isSortable ? sort : undefined, isFilterable ? query : '');
  const layout = useTableLayout(region, columns, props.columnsName, shown.order);
  const { order, count } = shown;
  const total = countOf(props);
  const toTop = () => region.current?.scrollTo?.({ top: 0 });
  const sortBy = (next: SortState | undefined) => {
    setSort(next);
    toTop();
  };
  const change = (text: string) => {
    setQuery(text);
    toTop();
  };
  const hasOrder = layout.cards !== undefined && isSortable && total > 1;
  const hasBar = summary !== undefined || isFilterable || exportName !== undefined || layout.isChoosable || hasOrder;

  const bar = hasBar && (
    <TableBar
      label={label}
      summary={summary}
      filter={isFilterable ? { query, change, count, total } : undefined}
      sort={hasOrder && <SortChoice columns={columns} sort={sort} onSort={sortBy} />}
    >
      {layout.isChoosable && <ColumnsMenu columns={columns} layout={layout} />}
      {exportName !== undefined && <ExportMenu sheet={sheetOf(exportName, columns, props, order)} count={count} />}
    </TableBar>
  );
  return (
    <Stack gap="small">
      {!hasBarBelow && bar}
      <ScrolledTable
        {...props}
        region={region}
        look={layout}
        sort={sort}
        onSort={(id) => sortBy(nextSort(sort, id))}
        shown={shown}
        total={total}
      />
      {hasBarBelow && bar}
    </Stack>
  );
}

type ScrolledTableProps<Row> = DataTableProps<Row> & {
  readonly region: RefObject<HTMLDivElement | null>;
  readonly look: TableLayout<Row>;
  readonly sort: SortState | undefined;
  readonly onSort: (columnId: string) => void;
  readonly shown: ShownRows;
  readonly total: number;
};

function ScrolledTable<Row>(props: ScrolledTableProps<Row>) {
  const { label, minHeight = 350, expectedCount = 0, hasFixedWidths = false, region, shown, look, total } = props;
  const { order, count, isPending } = shown;
  const { cards } = look;
  const isWindowed = Math.max(count, expectedCount) > WINDOWED_FROM;
  // Elsewhere the content decides about columns without a width.
  const unset = isWindowed ? DEFAULT_WIDTH : 0;
  const isFixed =
    isWindowed || hasFixedWidths || (look.isDense && look.shown.every(({ width }) => width !== undefined));
  const rowHeight = isWindowed && !cards ? rowHeightOf(look) : undefined;
  const asCards = cards && { ...cardHeights(cards), places: cards.opened };
  const inSight = useRowWindow(region, count, isWindowed, rowHeight, asCards);
  return (
    <div
      ref={region}
      className={styles['region']}
      role="region"
      aria-label={t('{table}, table', { table: label })}
      tabIndex={0}
      aria-busy={isPending || undefined}
      style={{
        maxHeight: `max(${minHeight}px, var(--table-height, ${cards ? 72 : 62}vh))`,
        ...(rowHeight !== undefined && { [ROW_HEIGHT_TOKEN]: rowHeight }),
      }}
    >
      <table
        className={cards ? styles['cards'] : styles['table']}
        role={cards && 'table'}
        aria-label={label}
        aria-rowcount={isWindowed ? count + 1 : undefined}
        data-windowed={isWindowed || undefined}
        data-fixed={isFixed || undefined}
        data-dense={look.isDense || undefined}
        data-overflowing={look.isOverflowing || undefined}
        style={cards ? undefined : { minWidth: widthOf(look.shown, look.isDense, unset) }}
      >
        <Header {...props} isWindowed={isWindowed} unset={unset} />
        <tbody role={cards && 'rowgroup'}>
          {count === 0 && (
            <tr>
              <td className={styles['empty']} colSpan={look.shown.length}>
                <div>
                  <p>{total > 0 ? t('No row matches this filter.') : props.emptyText}</p>
                  {total === 0 && props.emptyHelp !== undefined && <p className={styles['help']}>{props.emptyHelp}</p>}
                </div>
              </td>
            </tr>
          )}
          <TableRows
            layout={look}
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

type HeaderProps<Row> = Pick<ScrolledTableProps<Row>, 'look' | 'isSortable' | 'sort' | 'onSort' | 'total'> & {
  readonly isWindowed: boolean;
  /** The width of columns that name none. */
  readonly unset: number;
};

/** Only for screen readers if rows are cards, whose order is chosen above them. */
function Header<Row>({ look, isSortable = true, sort, onSort, total, isWindowed, unset }: HeaderProps<Row>) {
  const { cards } = look;
  const columns = cards ? [...cards.first, ...cards.rest] : look.shown;
  return (
    <>
      {!cards && (
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: columnWidth(column, look.isDense, unset) || undefined }} />
          ))}
        </colgroup>
      )}
      <thead role={cards && 'rowgroup'} className={cards && layout['hidden']}>
        <tr role={cards && 'row'} aria-rowindex={isWindowed ? 1 : undefined}>
          {columns.map((column) => {
            const direction = sort?.columnId === column.id ? sort.direction : undefined;
            const canSort = isSortable && total > 1 && column.sortValue !== undefined;
            return (
              <th
                key={column.id}
                scope="col"
                role={cards && 'columnheader'}
                style={{ textAlign: column.align }}
                data-names-rows={column.isRowHeader || undefined}
                title={column.hint}
                aria-sort={canSort ? (direction ?? 'none') : undefined}
              >
                {canSort && !cards ? (
                  <button
                    type="button"
                    className={styles['sort']}
                    data-sorted={direction}
                    onClick={() => onSort(column.id)}
                  >
                    {column.header}
                    <Icon name={direction ? marks[direction] : 'sortable'} />
                  </button>
                ) : (
                  column.header
                )}
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
}
