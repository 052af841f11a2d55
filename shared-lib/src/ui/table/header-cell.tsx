import { Icon } from '../icons/icons.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { SortState } from './sort-order.ts';

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly isSortable: boolean;
  /** The header is for screen readers alone: its order is chosen above the cards. */
  readonly isHidden: boolean;
  readonly sort: SortState | undefined;
  readonly onSort: (columnId: string) => void;
}

const marks = { ascending: 'sortAscending', descending: 'sortDescending' } as const;

/** A column's header; a sortable one holds a button and says by `aria-sort` how it is sorted. */
export function HeaderCell<Row>({ column, isSortable, isHidden, sort, onSort }: HeaderCellProps<Row>) {
  const direction = sort?.columnId === column.id ? sort.direction : undefined;
  const canSort = isSortable && column.sortValue !== undefined;
  return (
    <th
      scope="col"
      role={isHidden ? 'columnheader' : undefined}
      data-align={column.align}
      data-names-rows={column.isRowHeader || undefined}
      title={column.hint}
      aria-sort={canSort ? (direction ?? 'none') : undefined}
    >
      {canSort && !isHidden ? (
        <button type="button" className={styles['sort']} data-sorted={direction} onClick={() => onSort(column.id)}>
          {column.header}
          <Icon name={direction ? marks[direction] : 'sortable'} />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}
