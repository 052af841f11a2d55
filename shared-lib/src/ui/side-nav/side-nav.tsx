import type { ReactNode } from 'react';
import styles from './side-nav.module.css';

/** One entry of the menu. */
export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly isCurrent?: boolean | undefined;
  readonly icon?: ReactNode;
  /** Starts a section; an empty one only leaves a gap. */
  readonly caption?: string | undefined;
  /** Tells entries of one address apart. Default: the address. */
  readonly id?: string | undefined;
  /** A button beside the link. */
  readonly tool?: ReactNode;
}

/** Props of an entry's link, whatever router draws it. */
interface NavLinkProps {
  readonly className: string;
  readonly children: ReactNode;
  readonly 'aria-current': 'page' | undefined;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
}

export interface SideNavProps<Item extends NavItem> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Shows only icons; the label appears on hover or focus. */
  readonly isFolded?: boolean | undefined;
  /** Such as `(props, item) => <Link to={item.to} {...props} />`. */
  readonly renderLink: (props: NavLinkProps, item: Item) => ReactNode;
  /** The pointer or focus reached an entry: its screen can be prefetched. */
  readonly onIntent: (item: Item) => void;
}

/** The menu in the sidebar (N1, N2). */
export function SideNav<Item extends NavItem>({ label, items, isFolded, renderLink, onIntent }: SideNavProps<Item>) {
  return (
    <nav className={styles['side']} aria-label={label} data-folded={isFolded || undefined}>
      <ul className={styles['list']}>
        {items.map((item) => (
          <li key={item.id ?? item.to} className={styles['item']}>
            {item.caption !== undefined && (
              <span className={styles[item.caption === '' ? 'gap' : 'caption']}>{item.caption}</span>
            )}
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
                onPointerEnter: () => onIntent(item),
                onFocus: () => onIntent(item),
              },
              item,
            )}
            {item.tool !== undefined && <span className={styles['tool']}>{item.tool}</span>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
