import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Button, HiddenText } from '@device-console/shared-lib/ui';
import { SideNav } from '@device-console/shared-lib/ui/host';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { choosePreference } from '../common/preferences.ts';
import { togglePinned, usePinned } from './pinned.ts';
import { useShortcut } from '../common/use-shortcut.ts';
import type { Navigation, NavigationItem, ScreenRoute } from '../navigation/screen-routes.ts';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import styles from './sidebar.module.css';
import { t } from '../t.ts';

const groupCaptions: ReadonlyMap<string, string> = new Map([
  ['commands', t('Commands')],
  ['devices', t('Devices')],
  ['administration', t('Administration')],
  ['activity', t('Activity')],
]);

interface SidebarProps {
  readonly navigation: Navigation;
  /** False until the screens are known: only the top of the menu shows, so that no entry moves. */
  readonly isComplete: boolean;
  readonly pathname: string;
  /** Folded to icons, beside the page. */
  readonly isFolded: boolean;
  /** The operator points at a screen's entry: fetch it ahead. */
  readonly onIntent: (route: ScreenRoute) => void;
}

/** The menu with its filter, and the button that folds it (N1, N2, N5). */
export function Sidebar({ navigation, isComplete, pathname, isFolded, onIntent }: SidebarProps): ReactNode {
  const [filter, setFilter] = useState('');
  const pinned = usePinned();
  const listed = menuEntries(isComplete ? navigation : { menu: navigation.menu.slice(0, 1), more: [] });
  const isFiltered = !isFolded && filter !== '';
  // Before all screens are known, nothing is above them that would come later.
  const isHeldBack = !isComplete && pinned.length > 0;
  const shown = isHeldBack ? [] : isFiltered ? matchingEntries(listed, filter) : withPinned(listed, pinned);
  const [first] = shown;
  const isUnmatched = isFiltered && first === undefined;
  return (
    <div className={styles['sidebar']} data-folded={isFolded || undefined}>
      <div className={styles['tools']}>
        <MenuFilter isFolded={isFolded} filter={filter} onChange={setFilter} first={first?.address} />
        <FoldButton isFolded={isFolded} />
      </div>
      {shown.length > 0 && (
        <SideNav
          label={t('Console')}
          isFolded={isFolded}
          items={shown.map(({ id, address, title, icon, route, caption }) => {
            const isCurrent =
              [pathname, `${pathname}/`].includes(address) || (route && pathname.startsWith(`${address}/`));
            return {
              id,
              to: address,
              label: title,
              icon: <EntryIcon name={icon} />,
              caption,
              route,
              isCurrent,
              tool: isCurrent && route && <PinButton path={route.screen.path} pinned={pinned} />,
            };
          })}
          renderLink={(props, { to }) => <Link to={to} {...props} />}
          onIntent={({ route }) => route && onIntent(route)}
        />
      )}
      <HiddenText>
        <span role="status">{isUnmatched ? t('No entry matches.') : ''}</span>
      </HiddenText>
      {isUnmatched && (
        <p className={styles['nothing']} aria-hidden="true">
          {t('No entry matches.')}
        </p>
      )}
    </div>
  );
}

interface PinButtonProps {
  readonly path: string;
  readonly pinned: readonly string[];
}

/** Beside the entry of the screen that is open. */
function PinButton({ path, pinned }: PinButtonProps): ReactNode {
  const isPinned = pinned.includes(path);
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={isPinned ? t('Unpin this screen') : t('Pin this screen to the top')}
      onPress={() => togglePinned(path)}
    >
      <LineIcon name={isPinned ? 'unpin' : 'pin'} size={16} />
    </Button>
  );
}

interface MenuFilterProps {
  readonly isFolded: boolean;
  readonly filter: string;
  readonly onChange: (filter: string) => void;
  readonly first: string | undefined;
}

/** `/` focuses it; Enter opens the first match; Escape clears it. */
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
        <Button variant="quiet" aria-label={t('Find in the menu')} onPress={begin}>
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
    <div className={styles['filter']} role="search" aria-label={t('Find in the menu')}>
      <LineIcon name="filter" size={16} />
      <input
        ref={field}
        type="text"
        aria-label={t('Find in the menu')}
        aria-keyshortcuts="/"
        placeholder={t('Find')}
        value={filter}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

function FoldButton({ isFolded }: { readonly isFolded: boolean }): ReactNode {
  const label = isFolded ? t('Unfold the menu') : t('Fold the menu');
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

/** This many entries in a row on one subject get a caption; fewer are clear from their icons. */
const LONG_RUN = 3;

/** An entry and what is above it: a caption, '' for only a gap, undefined for nothing. */
interface MenuEntry extends NavigationItem {
  readonly caption: string | undefined;
  /** Of a pinned entry, whose screen is in the menu twice. */
  readonly id?: string;
}

/** The pinned entries on top, and below them the whole menu as it is. */
function withPinned(entries: readonly MenuEntry[], pinned: readonly string[]): readonly MenuEntry[] {
  const usable = entries.filter(isUsable);
  const found = pinned.flatMap((path) => usable.find(({ route }) => route?.screen.path === path) ?? []);
  const [first, ...others] = entries;
  if (found.length === 0 || !first) return entries;
  const above = found.map((entry, index) => ({
    ...entry,
    id: `pinned ${entry.address}`,
    caption: index === 0 ? t('Pinned') : undefined,
  }));
  return [...above, { ...first, caption: '' }, ...others];
}

/**
 * The entries in their given order, with a caption where a longer run on one subject begins. Entries between two such
 * runs form one section without a caption.
 */
export function withCaptions(items: readonly NavigationItem[]): readonly MenuEntry[] {
  const sectionOf = items.map((item, index) => {
    const caption = groupCaptions.get(item.group ?? '');
    if (item.group === undefined) return index === 0 || index === items.length - 1 ? index : '';
    return caption !== undefined && runAt(items, index) >= LONG_RUN ? caption : '';
  });
  return items.map((item, index) => {
    const section = sectionOf[index];
    const begins = index > 0 && section !== sectionOf[index - 1];
    return { ...item, caption: begins ? (typeof section === 'string' ? section : '') : undefined };
  });
}

function runAt(items: readonly NavigationItem[], index: number): number {
  const group = items[index]?.group;
  let [first, last] = [index, index];
  while (first > 0 && items[first - 1]?.group === group) first -= 1;
  while (last < items.length - 1 && items[last + 1]?.group === group) last += 1;
  return last - first + 1;
}

const headed = (items: readonly NavigationItem[], caption: string): readonly MenuEntry[] =>
  items.map((item, index) => ({ ...item, caption: index === 0 ? caption : undefined }));

const isUsable = ({ isNotOffered }: NavigationItem): boolean => !isNotOffered;
const isNotUsable = (item: NavigationItem): boolean => !isUsable(item);

/** The entries of N1 and N2, then all others under More, then what the gateway does not offer, then Logout. */
function menuEntries({ menu, more }: Navigation): readonly MenuEntry[] {
  const listed = withCaptions(menu.filter(isUsable));
  const notOffered = [...menu, ...more].filter(isNotUsable);
  return [
    ...listed.slice(0, -1),
    ...headed(more.filter(isUsable), t('More')),
    ...headed(notOffered, t('Not offered')),
    ...listed.slice(-1),
  ];
}

function matchingEntries(entries: readonly MenuEntry[], filter: string): readonly MenuEntry[] {
  const found = entries.filter(({ title, words = '' }) => matchesFilter(`${title} ${words}`, filter));
  return [
    ...found.filter(isUsable).map((entry) => ({ ...entry, caption: undefined })),
    ...headed(found.filter(isNotUsable), t('Not offered')),
  ];
}

/** Each word of the filter must begin a word of the title. */
export function matchesFilter(title: string, filter: string): boolean {
  const words = title.toLowerCase().split(/[\s-]+/);
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}
