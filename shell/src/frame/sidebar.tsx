import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Button, HiddenText, SideNav } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { choosePreference, usePreference } from '../common/preferences.ts';
import { useShortcut } from '../common/use-shortcut.ts';
import type { Navigation, NavigationItem, ScreenRoute } from '../navigation/screen-routes.ts';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import { frameMessages, groupCaptions } from './frame-messages.ts';
import { matchesFilter, withCaptions } from './menu-sections.ts';
import styles from './sidebar.module.css';

interface SidebarProps {
  readonly navigation: Navigation;
  /** The screens are known. Until then the menu has its beginning alone, so that no entry moves. */
  readonly isComplete: boolean;
  readonly pathname: string;
  /** The sidebar is a strip of drawings: folded, and beside the page. */
  readonly isFolded: boolean;
  /** Fetches a screen ahead, because the operator points at its entry. */
  readonly onIntent: (route: ScreenRoute) => void;
}

/** The menu with a filter above it, what its order has no place for, and the button that folds it (N1, N2, N5). */
export function Sidebar({ navigation, isComplete, pathname, isFolded, onIntent }: SidebarProps): ReactNode {
  const [filter, setFilter] = useState('');
  const matching = (items: readonly NavigationItem[]) =>
    items.filter(({ title, words = '' }) => matchesFilter(`${title} ${words}`, filter));
  const known = isComplete ? navigation : { menu: navigation.menu.slice(0, 1), more: [] };
  const [menu, more] = isFolded ? [known.menu, known.more] : [matching(known.menu), matching(known.more)];
  const first = [...menu, ...more][0];
  const lists = [
    { label: frameMessages.menu, items: filter === '' ? withCaptions(menu, groupCaptions) : plain(menu) },
    { label: frameMessages.more, items: plain(more) },
  ];
  return (
    <div className={styles['sidebar']} data-folded={isFolded || undefined}>
      <div className={styles['tools']}>
        <MenuFilter isFolded={isFolded} filter={filter} onChange={setFilter} first={first?.address} />
        <FoldButton isFolded={isFolded} />
      </div>
      {lists.map(
        ({ label, items }) =>
          items.length > 0 && (
            <section key={label} className={styles['list']}>
              {label === frameMessages.more && !isFolded && (
                <span className={styles['caption']} aria-hidden="true">
                  {label}
                </span>
              )}
              <SideNav
                label={label}
                isFolded={isFolded}
                items={items.map(({ item, caption }) => entryOf(item, caption, pathname))}
                renderLink={(props, { to }) => <Link to={to} {...props} />}
                onIntent={({ route }) => route && onIntent(route)}
              />
            </section>
          ),
      )}
      <HiddenText>
        <span role="status">{first === undefined ? frameMessages.noEntry : ''}</span>
      </HiddenText>
      {first === undefined && (
        <p className={styles['nothing']} aria-hidden="true">
          {frameMessages.noEntry}
        </p>
      )}
    </div>
  );
}

const plain = (items: readonly NavigationItem[]) => items.map((item) => ({ item, caption: undefined }));

function entryOf({ address, title, icon, route }: NavigationItem, caption: string | undefined, pathname: string) {
  return {
    to: address,
    label: title,
    icon: <EntryIcon name={icon} />,
    caption,
    route,
    isCurrent: sameAddress(pathname, address) || (route !== undefined && pathname.startsWith(`${address}/`)),
  };
}

function sameAddress(pathname: string, address: string): boolean {
  return pathname === address || `${pathname}/` === address;
}

interface MenuFilterProps {
  readonly isFolded: boolean;
  readonly filter: string;
  readonly onChange: (filter: string) => void;
  /** Where Enter leads. */
  readonly first: string | undefined;
}

/** A field that `/` leads to. Enter opens the first entry that is left; Escape empties it. */
function MenuFilter({ isFolded, filter, onChange, first }: MenuFilterProps): ReactNode {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [isWanted, setWanted] = useState(false);
  const begin = (): void => {
    if (isFolded) {
      setWanted(true);
      choosePreference('menu', 'open');
    } else field.current?.focus();
  };
  useShortcut('/', begin);
  useEffect(() => {
    if (isWanted && !isFolded) field.current?.focus();
  }, [isWanted, isFolded]);
  if (isFolded)
    return (
      <span className={styles['tool']}>
        <Button variant="quiet" aria-label={frameMessages.filter} onPress={begin}>
          <LineIcon name="search" />
        </Button>
      </span>
    );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && filter !== '') {
      event.stopPropagation();
      onChange('');
    }
    if (event.key !== 'Enter' || first === undefined || filter === '') return;
    onChange('');
    void navigate(first);
  };
  return (
    <div className={styles['filter']} role="search" aria-label={frameMessages.filter}>
      <LineIcon name="filter" size={16} />
      <input
        ref={field}
        type="text"
        aria-label={frameMessages.filter}
        aria-keyshortcuts="/"
        placeholder={frameMessages.filterHint}
        value={filter}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

/** Folds the menu to its drawings, and back. */
function FoldButton({ isFolded }: { readonly isFolded: boolean }): ReactNode {
  const label = isFolded ? frameMessages.unfold : frameMessages.fold;
  return (
    <span className={styles['fold']}>
      <Button
        variant="quiet"
        size="small"
        aria-label={label}
        onPress={() => choosePreference('menu', isFolded ? 'open' : 'folded')}
      >
        <LineIcon name={isFolded ? 'panel-open' : 'panel-close'} />
      </Button>
    </span>
  );
}

/** How the menu is kept, for whoever draws the room for it. */
export function useFoldedMenu(): boolean {
  return usePreference('menu') === 'folded';
}
