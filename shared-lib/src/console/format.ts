import { readServerTime } from '../api/index.ts';
import { dayInWords, isDay } from '../i18n/calendar-day.ts';
import { formatLocale } from '../i18n/index.ts';
import type { Column } from '../ui/table/index.ts';

const dateTime = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeStyle: 'short' });
const timeSeconds = new Intl.DateTimeFormat(formatLocale(), { timeStyle: 'medium' });
const dateTimeSeconds = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeStyle: 'medium' });

/**
 * A server's time in the operator's zone and language; a date without a time stays that date in every zone. Other text
 * is unchanged: guessing could turn 03/04 into another day (D4, D1a).
 */
export function formatTime(text: string): string {
  if (isDay(text)) return dayInWords(text);
  const time = readServerTime(text, 'UTC');
  return time === null ? text : dateTime.format(time);
}

/** A moment with seconds, in the operator's time zone and language. */
export const formatClock = (time: number): string => dateTimeSeconds.format(time);

/** The time of day of a moment, with seconds, in the operator's time zone and language. */
export const formatTimeOfDay = (time: number): string => timeSeconds.format(time);

/** A count with the language's digit groups. */
export const formatCount = (count: number): string => count.toLocaleString(formatLocale());

/** A duration in its two largest units, such as '2 min 5 s'. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Undefined for text that is not a time: such rows come last when sorted. */
function momentOf(text: string): number | undefined {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}

/** A column of the server's times: in the operator's zone, sortable, exported as real dates (D4). */
export function timeColumn<Row>(
  id: string,
  header: string,
  read: (row: Row) => string,
  rest: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    id,
    header,
    cell: (row) => formatTime(read(row)),
    text: read,
    kind: 'date',
    sortValue: (row) => momentOf(read(row)),
    width: 175,
    denseWidth: 96,
    denseLines: 2,
    ...rest,
  };
}
