import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuSection, MenuTrigger, type Selection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Select } from '../field/select.tsx';
import { TextField } from '../field/text-field.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { SortState } from './sort-order.ts';
import { formatLocale } from '../../i18n/index.ts';
import { t } from '../../i18n/own.ts';
import { Button } from '../button/button.tsx';
import { Icon } from '../icons/icons.tsx';
import menu from '../menu/menu-button.module.css';
import { isChoosable, type TableLayout } from './use-table-layout.ts';

const number = new Intl.NumberFormat(formatLocale());

/** The filter of a table and how many rows match. */
export interface BarFilter {
  readonly query: string;
  readonly change: (query: string) => void;
  readonly count: number;
  readonly total: number;
}

/** The bar above a table: summary, filter, order if its header is hidden, and menus. */
export function TableBar({
  label,
  summary,
  filter,
  sort,
  children,
}: {
  readonly label: string;
  readonly summary: ReactNode;
  readonly filter: BarFilter | undefined;
  readonly sort: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['bar']} role="group" aria-label={label}>
      {summary}
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

interface ColumnsMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly layout: TableLayout<Row>;
}

/** Its button says how many columns are hidden. */
export function ColumnsMenu<Row>({ columns, layout: { shown, cards, choice, choose } }: ColumnsMenuProps<Row>) {
  const inSight = cards ? cards.first : shown;
  const items = columns
    .filter(isChoosable)
    .map((column) => ({ id: column.id, header: column.header, isShown: inSight.includes(column) }));
  const hidden = items.filter(({ isShown }) => !isShown).length;
  const select = (selected: Selection): void => {
    const changed = items.filter(({ id, isShown }) => isShown !== (selected === 'all' || selected.has(id)));
    choose({ ...choice, ...Object.fromEntries(changed.map(({ id, isShown }) => [id, !isShown])) });
  };
  return (
    <MenuTrigger>
      <Button icon="chevron" aria-haspopup="menu">
        {hidden === 0 ? t('Columns') : t('Columns, {count} hidden', { count: String(hidden) })}
      </Button>
      <Popover className={menu['popover'] ?? ''} data-overlay="" placement="bottom end" offset={4}>
        <Menu className={menu['menu'] ?? ''} aria-label={t('Columns')}>
          <MenuSection
            aria-label={t('Columns')}
            selectionMode="multiple"
            selectedKeys={items.filter(({ isShown }) => isShown).map(({ id }) => id)}
            onSelectionChange={select}
            shouldCloseOnSelect={false}
          >
            {items.map(({ id, header, isShown }) => (
              <MenuItem key={id} id={id} textValue={header} className={`${menu['item']} ${menu['choice']}`}>
                <span className={menu['choiceMark']}>{isShown && <Icon name="success" />}</span>
                {header}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection aria-label={t('Fit to the width')} className={menu['fit'] ?? ''}>
            <MenuItem
              id={t('Fit to the width')}
              onAction={() => choose({})}
              className={`${menu['item']} ${menu['choice']}`}
              isDisabled={Object.keys(choice).length === 0}
            >
              {t('Fit to the width')}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
