import { useSyncExternalStore, type ReactNode } from 'react';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import styles from './connection.module.css';
import { t } from '../t.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says so while the browser has no network; nothing otherwise. */
export function Connection(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status" className={styles['connection']}>
      {!isOnline && (
        <span className={styles['lost']}>
          <LineIcon name="connection-lost" size={16} />
          <span>{t('Waiting for the connection')}</span>
        </span>
      )}
    </span>
  );
}
