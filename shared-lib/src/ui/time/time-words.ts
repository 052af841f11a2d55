import { timeTexts } from './time-texts.ts';
import { formatLocale } from '../../i18n/index.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const date = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium' });
const dateAndTime = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeStyle: 'short' });

/** A moment with date and time, in the operator's zone. */
export const exactTime = (moment: number): string => dateAndTime.format(moment);

/** How long before `now` a moment was; its date from 30 days on, date and time when it lies ahead. */
export function relativeTime(moment: number, now: number): string {
  const passed = now - moment;
  // Clocks of server and browser may differ a little.
  if (passed < -2 * MINUTE) return exactTime(moment);
  if (passed < MINUTE) return timeTexts.justNow;
  if (passed < HOUR) return timeTexts.minutesAgo(String(Math.floor(passed / MINUTE)));
  if (passed < DAY) return timeTexts.hoursAgo(String(Math.floor(passed / HOUR)));
  const days = Math.floor(passed / DAY);
  if (days === 1) return timeTexts.oneDayAgo;
  return days < 30 ? timeTexts.daysAgo(String(days)) : date.format(moment);
}
