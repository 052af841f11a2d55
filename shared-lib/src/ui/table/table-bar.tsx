import type { ReactNode } from 'react';
import { Select } from '../select/select.tsx';
import { TextField } from '../text-field/text-field.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { SortState } from './sort-order.ts';
import { formatLocale } from '../../i18n/index.ts';
import { t } from '../../i18n/own.ts';

const number = new Intl.NumberFormat(formatLocale());

/** The filter of a table and how many rows match. */
export interface BarFilter {
  readonly query: string;
  readonly change: (query: string) => void;
  readonly count: number;
  readonly total: number;
}

/** The bar above a table: filter, order if its header is hidden, and menus. */
export function TableBar({
  label,
  filter,
  sort,
  children,
}: {
  readonly label: string;
  readonly filter: BarFilter | undefined;
  readonly sort: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['bar']} role="group" aria-label={label}>
      {filter && (
        <div className={styles['filter']}>
          <TextField
            label={t('Filter')}
            type="search"
            autoComplete="off"
            spellCheck="false"
            value={filter.query}
            onChange={filter.change}
          />
          <span className={styles['count']} role="status">
            {t('{rows} of {total, plural, one {{total} row} other {{total} rows}}', {
              rows: number.format(filter.count),
              total: number.format(filter.total),
            })}
          </span>
        </div>
      )}
      {sort}
      <div className={styles['menus']}>{children}</div>
    </div>
  );
}

interface SortChoiceProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: SortState | undefined;
  readonly onSort: (sort: SortState | undefined) => void;
}

const directions = [
  ['ascending', (column: string) => t('{column}, ascending', { column })],
  ['descending', (column: string) => t('{column}, descending', { column })],
] as const;

/** The order of cards, which have no header to press. */
export function SortChoice<Row>({ columns, sort, onSort }: SortChoiceProps<Row>) {
  const choices = columns
    .filter(({ sortValue }) => sortValue !== undefined)
    .flatMap(({ id, header }) =>
      directions.map(([direction, text]) => ({
        value: `${direction} ${id}`,
        title: text(header),
        sort: { columnId: id, direction },
      })),
    );
  return (
    <div className={styles['order']}>
      <Select
        label={t('Sort by')}
        options={[{ value: 'none', title: t('Original order') }, ...choices]}
        value={sort ? `${sort.direction} ${sort.columnId}` : 'none'}
        onChange={(chosen) => onSort(choices.find(({ value }) => value === chosen)?.sort)}
      />
    </div>
  );
}
