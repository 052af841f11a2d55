import type { ReactNode } from 'react';
import styles from './timeline.module.css';

/** One moment of a {@link Timeline}. */
export interface TimelineEntry {
  readonly id: string;
  /** When, as the operator reads it. */
  readonly time: string;
  readonly title: string;
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  /** Who, how, and with what outcome. */
  readonly detail?: ReactNode;
}

/** What happened, moment by moment, in the order given (A2). */
export function Timeline({ label, entries }: { readonly label: string; readonly entries: readonly TimelineEntry[] }): ReactNode {
  return (
    <ol className={styles['timeline']} aria-label={label}>
      {entries.map(({ id, time, title, tone, detail }) => (
        <li key={id} className={styles['entry']} data-tone={tone}>
          <span className={styles['time']}>{time}</span>
          <span className={styles['title']}>{title}</span>
          {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
        </li>
      ))}
    </ol>
  );
}
