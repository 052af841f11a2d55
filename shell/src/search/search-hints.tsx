import type { ReactNode } from 'react';
import { Keys } from './keys.tsx';
import styles from './search-dialog.module.css';
import { messages } from './search-messages.ts';

/** The keys of the search at its foot; screen readers know them from the field. */
export function SearchHints(): ReactNode {
  return (
    <div className={styles['hints']} aria-hidden="true">
      <span>
        <Keys keys={['↑', '↓']} /> {messages.keyChoose}
      </span>
      <span>
        <Keys keys={['Enter']} /> {messages.keyOpen}
      </span>
      <span>
        <Keys keys={['Esc']} /> {messages.keyClose}
      </span>
    </div>
  );
}
