import type { ReactNode } from 'react';
import styles from './relative-time.module.css';
import { exactTime, relativeTime } from './time-words.ts';
import { useMinute } from './use-minute.ts';

/** Props of {@link RelativeTime}. */
export interface RelativeTimeProps {
  /** Milliseconds since the epoch. */
  readonly moment: number;
}

/**
 * How long ago something was, such as '2 h ago', anew each minute; the exact time is shown while it is pointed at and
 * told to assistive tools. From 30 days on the date stands in its place.
 */
export function RelativeTime({ moment }: RelativeTimeProps): ReactNode {
  const words = relativeTime(moment, useMinute());
  const exact = exactTime(moment);
  return (
    <time className={styles['time']} dateTime={new Date(moment).toISOString()} title={exact}>
      {words}
      <span className={styles['exact']}>{` (${exact})`}</span>
    </time>
  );
}
