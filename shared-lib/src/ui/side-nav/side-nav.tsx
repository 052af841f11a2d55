import { useEffect, useRef, type ReactNode } from 'react';
import styles from './side-nav.module.css';

/** One entry of the menu. */
export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly isCurrent?: boolean | undefined;
  /** Before the label, such as a `LineIcon`. */
  readonly icon?: ReactNode;
  /** Starts a section; an empty one only leaves a gap. Not in tabs. */
  readonly caption?: string | undefined;
}

/** Props of an entry's link, whatever router draws it. */
export interface NavLinkProps {
  readonly className: string;
  readonly children: ReactNode;
  readonly 'aria-current': 'page' | undefined;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
}

export interface NavProps<Item extends NavItem> {
  /** For screen readers. */
  readonly label: string;
  readonly items: readonly Item[];
  /** Such as `(props, item) => <Link to={item.to} {...props} />`. */
  readonly renderLink: (props: NavLinkProps, item: Item) => ReactNode;
  /** The pointer or focus reached an entry: its screen can be prefetched. */
  readonly onIntent?: ((item: Item) => void) | undefined;
}

export interface SideNavProps<Item extends NavItem> extends NavProps<Item> {
  /** Shows only icons; the label appears on hover or focus. */
  readonly isFolded?: boolean | undefined;
}

function NavList<Item extends NavItem>(props: SideNavProps<Item> & { readonly look: 'side' | 'tabs' }) {
  const { label, items, renderLink, onIntent, look, isFolded } = props;
  const nav = useRef<HTMLElement>(null);
  const current = items.find((item) => item.isCurrent)?.to;

  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (look === 'tabs' && nav.current && link) bringIntoSight(nav.current, link);
  }, [look, current]);

  return (
    <nav ref={nav} className={styles[look]} aria-label={label} data-folded={isFolded || undefined}>
      <ul className={styles['list']}>
        {items.map((item) => (
          <li key={item.to}>
            {item.caption !== undefined && look === 'side' && <Caption>{item.caption}</Caption>}
            {renderLink(
              {
                className: styles['link'] ?? '',
                children: (
                  <>
                    {item.icon}
                    <span className={styles['text']}>{item.label}</span>
                  </>
                ),
                'aria-current': item.isCurrent ? 'page' : undefined,
                onPointerEnter: () => onIntent?.(item),
                onFocus: () => onIntent?.(item),
              },
              item,
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Caption({ children }: { readonly children: string }) {
  return children === '' ? (
    <span className={styles['gap']} aria-hidden="true" />
  ) : (
    <span className={styles['caption']}>{children}</span>
  );
}

/** Scrolls only sideways, not the page. */
function bringIntoSight(scroller: HTMLElement, link: HTMLElement) {
  const from = link.offsetLeft - scroller.offsetLeft;
  const isBefore = from < scroller.scrollLeft;
  const isAfter = from + link.offsetWidth > scroller.scrollLeft + scroller.clientWidth;
  if (isBefore || isAfter) scroller.scrollLeft = from - (scroller.clientWidth - link.offsetWidth) / 2;
}

/** The menu in the sidebar (N1, N2). */
export function SideNav<Item extends NavItem>(props: SideNavProps<Item>) {
  return <NavList {...props} look="side" />;
}

/** Related screens as tabs, each with its own address (R6); scrolls within itself. */
export function TabNav<Item extends NavItem>(props: NavProps<Item>) {
  return <NavList {...props} look="tabs" />;
}
