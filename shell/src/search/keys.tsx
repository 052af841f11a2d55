import type { ReactNode } from 'react';
import styles from './keys.module.css';

/** As labelled on the keyboard; Ctrl is Command on a Mac. */
export function Keys({ keys }: { readonly keys: readonly string[] }): ReactNode {
  return keys.map((key) => (
    <kbd key={key} className={styles['key']}>
      {nameOf(key)}
    </kbd>
  ));
}

const nameOf = (key: string): string => (key === 'Ctrl' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : key);
