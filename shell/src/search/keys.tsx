import type { ReactNode } from 'react';
import styles from './keys.module.css';

/** Keys as they stand on the keyboard. */
export function Keys({ keys }: { readonly keys: readonly string[] }): ReactNode {
  return keys.map((key) => (
    <kbd key={key} className={styles['key']}>
      {key}
    </kbd>
  ));
}

/** The key that goes with K: Command on Apple's keyboards, Ctrl on all others. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
