import type { ReactNode } from 'react';
import styles from './batch.module.css';
import { t } from '../t.ts';

/**
 * What a first file needs to be known of; folded, so that the card is one line below the form of one device. Opened,
 * the file's field shows its hint too.
 */
export function MoreOfFile({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <details className={styles['more']}>
      <summary>{t('More about the file')}</summary>
      {children}
    </details>
  );
}
