import type { ReactNode } from 'react';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { Keys } from './keys.tsx';
import styles from './search-button.module.css';
import { useSearch } from './search-context.ts';
import { t } from '../t.ts';

/** Looks like the search's field, in a narrow window an icon. */
export function SearchButton(): ReactNode {
  const { open, hasFailed } = useSearch();
  return (
    <button
      type="button"
      className={styles['button']}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => open()}
    >
      <LineIcon name="search" size={16} />
      <span className={styles['text']} role={hasFailed ? 'alert' : undefined}>
        {hasFailed ? t('The search could not be loaded. Try again') : t('Find screens, commands or an IMEI')}
      </span>
      <span className={styles['keys']} aria-hidden="true">
        <Keys keys={['Ctrl', 'K']} />
      </span>
    </button>
  );
}
