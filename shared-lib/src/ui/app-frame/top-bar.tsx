import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import styles from './top-bar.module.css';

export interface TopBarProps {
  readonly brand: string;
  /** Takes the free width. */
  readonly search?: ReactNode;
  /** Background activity, such as a running batch (D16). */
  readonly status?: ReactNode;
  /** A mark for the whole page, such as that no phone is real. */
  readonly mark?: ReactNode;
  /** The session's expiry and the clock (S5). */
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
}

/** The contents of the fixed bar above every page; two rows in a narrow window. */
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
