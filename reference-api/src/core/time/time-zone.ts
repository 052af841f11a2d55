import { type CalendarDate, fromDate, parseDate, toCalendarDate } from '@internationalized/date';
import { BusinessError } from '../errors/expected-errors.ts';
import { isoTime } from './clock.ts';

/** Used for reports without a `timezone` (D3). */
export function serverTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function requireZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (cause) {
    throw new BusinessError(`"${timeZone}" is not a time zone. Send an IANA name such as Asia/Kolkata.`, { cause });
  }
}

/** Nothing happened outside; at its ends some clocks cannot tell the day. */
const YEARS = { first: 1900, last: 2999 };

function readDate(text: string): CalendarDate {
  let date: CalendarDate;
  try {
    date = parseDate(text);
  } catch (cause) {
    throw new BusinessError(`"${text}" is not a date of the calendar. Send dates as YYYY-MM-DD.`, { cause });
  }
  if (date.year < YEARS.first || date.year > YEARS.last)
    throw new BusinessError(`"${text}" is too far away. Send dates from ${YEARS.first} to ${YEARS.last}.`);
  return date;
}

/** In UTC (D3). A day begins with the first of two midnights, or when the clocks skip it. Throws BusinessError. */
export function dayRange(
  startDate: string,
  endDate: string,
  timeZone: string,
): { readonly from: string; readonly before: string } {
  requireZone(timeZone);
  const [start, end] = [readDate(startDate), readDate(endDate)];
  return { from: isoTime(start.toDate(timeZone)), before: isoTime(end.add({ days: 1 }).toDate(timeZone)) };
}

/** YYYY-MM-DD. */
export function todayIn(moment: Date, timeZone: string): string {
  requireZone(timeZone);
  return toCalendarDate(fromDate(moment, timeZone)).toString();
}
