import { type ReactNode, useEffect, useState } from 'react';
import { HiddenText } from '../layout/layout.tsx';
import styles from '../timeline/timeline.module.css';
import { formatLocale } from '../../i18n/index.ts';
import { t } from '../../i18n/own.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const date = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium' });
const dateAndTime = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeStyle: 'short' });

/** A moment with date and time, in the operator's zone. */
export const exactTime = (moment: number): string => dateAndTime.format(moment);

/** Time from a moment to `now`; from 30 days on its date; for future moments date and time. */
export function relativeTime(moment: number, now: number): string {
  const passed = now - moment;
  // Server and browser clocks may differ a little.
  if (passed < -2 * MINUTE) return exactTime(moment);
  if (passed < MINUTE) return t('just now');
  if (passed < HOUR) return t('{count} min ago', { count: String(Math.floor(passed / MINUTE)) });
  if (passed < DAY) return t('{count} h ago', { count: String(Math.floor(passed / HOUR)) });
  const days = Math.floor(passed / DAY);
  if (days === 1) return t('1 day ago');
  return days < 30 ? t('{count} days ago', { count: String(days) }) : date.format(moment);
}

/**
 * How long ago a moment was, in milliseconds since the epoch, such as '2 h ago', updated every minute; from 30 days on,
 * its date. The exact time is its tooltip and is announced to assistive tools.
 */
export function RelativeTime({ moment }: { readonly moment: number }): ReactNode {
  const words = relativeTime(moment, useMinute());
  const exact = exactTime(moment);
  return (
    <time className={styles['relative']} dateTime={new Date(moment).toISOString()} title={exact}>
      <span>{words}</span>
      <HiddenText>{` (${exact})`}</HiddenText>
    </time>
  );
}

/** The current moment, at most a minute old; rerenders every minute. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
