import type { ReactNode } from 'react';
import { Keys } from './keys.tsx';
import styles from './search-dialog.module.css';
import { t } from '../t.ts';

/** The keys of the search at its foot; screen readers know them from the field. */
export function SearchHints(): ReactNode {
  return (
    <div className={styles['hints']} aria-hidden="true">
      <span>
        <Keys keys={['↑', '↓']} /> {t('choose')}
      </span>
      <span>
        <Keys keys={['Enter']} /> {t('open')}
      </span>
      <span>
        <Keys keys={['Esc']} /> {t('close')}
      </span>
    </div>
  );
}
