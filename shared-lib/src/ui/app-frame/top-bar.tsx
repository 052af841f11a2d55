import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import styles from './top-bar.module.css';

export interface TopBarProps {
  /** The product's name. */
  readonly brand: string;
  /** What leads to anything by a few letters; as wide as there is room for. */
  readonly search?: ReactNode;
  /** What goes on in the background, such as a running batch (D16). */
  readonly status?: ReactNode;
  /** What holds for everything that is shown, such as that no phone is real. */
  readonly mark?: ReactNode;
  /** The expiry of the login and the clock (S5). */
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
}

/** What stands in the fixed bar above every page; in a narrow window in two rows. */
export function TopBar({ brand, search, status, mark, meta, actions }: TopBarProps) {
  return (
    <div className={styles['topBar']}>
      <div className={styles['brand']}>
        <Brand>{brand}</Brand>
      </div>
      {search !== undefined && <div className={styles['search']}>{search}</div>}
      <div className={styles['status']}>{status}</div>
      <div className={styles['standing']}>
        {mark}
        {meta !== undefined && <div className={styles['meta']}>{meta}</div>}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
