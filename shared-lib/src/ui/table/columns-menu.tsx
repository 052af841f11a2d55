import { Menu, MenuItem, MenuSection, MenuTrigger, type Selection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../button/button.tsx';
import { Icon } from '../icons/icons.tsx';
import menu from '../menu/menu-button.module.css';
import styles from './columns-menu.module.css';
import type { ColumnChoice } from './columns-shown.ts';
import { t } from '../../i18n/own.ts';

interface ColumnItem {
  readonly id: string;
  readonly header: string;
  readonly isShown: boolean;
}

export interface ColumnsMenuProps {
  readonly items: readonly ColumnItem[];
  readonly choice: ColumnChoice;
  readonly choose: (choice: ColumnChoice) => void;
}

/** Says how many columns are hidden. */
function columnsLabel(items: readonly ColumnItem[]): string {
  const hidden = items.filter(({ isShown }) => !isShown).length;
  return hidden === 0 ? t('Columns') : t('Columns, {count} hidden', { count: String(hidden) });
}

export function ColumnsMenu({ items, choice, choose }: ColumnsMenuProps) {
  const select = (shown: Selection): void => {
    const changed = items.filter(({ id, isShown }) => isShown !== (shown === 'all' || shown.has(id)));
    choose({ ...choice, ...Object.fromEntries(changed.map(({ id, isShown }) => [id, !isShown])) });
  };
  return (
    <MenuTrigger>
      <Button icon="chevron" aria-haspopup="menu">
        {columnsLabel(items)}
      </Button>
      <Popover className={menu['popover'] ?? ''} placement="bottom end" offset={4}>
        <Menu className={menu['menu'] ?? ''} aria-label={t('Columns')}>
          <MenuSection
            aria-label={t('Columns')}
            selectionMode="multiple"
            selectedKeys={items.filter(({ isShown }) => isShown).map(({ id }) => id)}
            onSelectionChange={select}
            shouldCloseOnSelect={false}
          >
            {items.map(({ id, header, isShown }) => (
              <MenuItem key={id} id={id} textValue={header} className={`${menu['item']} ${styles['item']}`}>
                <span className={styles['mark']}>{isShown && <Icon name="success" />}</span>
                {header}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection aria-label={t('Fit to the width')} className={styles['reset'] ?? ''}>
            <MenuItem
              id={t('Fit to the width')}
              onAction={() => choose({})}
              className={`${menu['item']} ${styles['item']}`}
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
