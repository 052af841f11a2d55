import type { ReactNode } from 'react';
import styles from './batch.module.css';

interface ReadyLayoutProps {
  /** What will happen, in a sentence. */
  readonly sentence: string;
  /** The file, in a line (B4). */
  readonly file: ReactNode;
  /** What is wrong with it, and what can be done. */
  readonly problems: ReactNode;
  /** What will be sent, the server's checks and the button; in view while the problems are read. */
  readonly start: ReactNode;
  /** The wrong rows. */
  readonly rows: ReactNode;
}

/** A file before its batch starts: on the left what it is and what is wrong with it, on the right what starts it. */
export function ReadyLayout({ sentence, file, problems, start, rows }: ReadyLayoutProps): ReactNode {
  return (
    <div className={styles['ready']}>
      <div className={styles['what']}>
        <p className={styles['sentence']}>{sentence}</p>
        <div className={styles['file']}>{file}</div>
        {problems}
      </div>
      <div className={styles['start']}>{start}</div>
      <div className={styles['rows']}>{rows}</div>
    </div>
  );
}
