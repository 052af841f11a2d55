import type { ReactNode } from 'react';
import styles from './batch.module.css';
import { t } from '../t.ts';

/**
 * What is needed for a first file; folded, so that the card is one line below the form of one device. Opened,
 * the file's field shows its hint too.
 */
export function MoreOfFile({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <details className={styles['more']}>
      <summary>{t('More')}</summary>
      {children}
    </details>
  );
}
