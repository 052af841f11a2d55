import type { ReactNode } from 'react';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
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

/** As labelled on the keyboard; Ctrl is Command on a Mac. */
export function Keys({ keys }: { readonly keys: readonly string[] }): ReactNode {
  return keys.map((key) => (
    <kbd key={key} className={styles['key']}>
      {nameOf(key)}
    </kbd>
  ));
}

const nameOf = (key: string): string => (key === 'Ctrl' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : key);
