import { BusinessError } from '../errors/expected-errors.ts';
import { DAY, isoTime, MINUTE } from './clock.ts';

/** Minutes that a zone's wall clock is ahead of UTC at a moment. */
function offsetMinutes(moment: number, formatter: Intl.DateTimeFormat): number {
  const wall = Date.parse(`${formatter.format(moment).replace(' ', 'T')}Z`);
  return Math.round((wall - Math.floor(moment / 1000) * 1000) / MINUTE);
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  try {
    // Swedish writes a time as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  } catch (cause) {
    throw new BusinessError(`"${timeZone}" is not a time zone. Send an IANA name such as Asia/Kolkata.`, { cause });
  }
}

/** Used for reports without a `timezone` (D3). */
export function serverTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * The first moment of a date. If the clocks go back over midnight, the first of the two midnights; if they skip
 * midnight, the moment at which they do.
 */
function startOfDay(date: string, formatter: Intl.DateTimeFormat): number {
  const wall = Date.parse(`${date}T00:00:00Z`);
  const offset = (moment: number) => offsetMinutes(moment, formatter) * MINUTE;
  const candidates = [wall - offset(wall - DAY), wall - offset(wall + DAY)];
  const midnights = candidates.filter((moment) => moment + offset(moment) === wall);
  if (midnights.length > 0) return Math.min(...midnights);
  let before = Math.min(...candidates);
  let after = Math.max(...candidates);
  while (after - before > MINUTE) {
    const between = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
    if (between + offset(between) < wall) before = between;
    else after = between;
  }
  return after;
}

/** Nothing happened outside; at its ends some clocks cannot tell the day. */
const YEARS = { first: 1900, last: 2999 };

/**
 * The UTC range of whole days in a zone (D3), first moment included and last excluded. Throws BusinessError for an
 * unknown zone or date.
 */
export function dayRange(
  startDate: string,
  endDate: string,
  timeZone: string,
): { readonly from: string; readonly before: string } {
  const formatter = formatterOf(timeZone);
  for (const date of [startDate, endDate]) {
    const parsed = Date.parse(`${date}T00:00:00Z`);
    if (Number.isNaN(parsed) || isoTime(new Date(parsed)).slice(0, 10) !== date) {
      throw new BusinessError(`"${date}" is not a date of the calendar. Send dates as YYYY-MM-DD.`);
    }
    const year = Number(date.slice(0, 4));
    if (year < YEARS.first || year > YEARS.last)
      throw new BusinessError(`"${date}" is too far away. Send dates from ${YEARS.first} to ${YEARS.last}.`);
  }
  const dayAfter = isoTime(new Date(Date.parse(`${endDate}T00:00:00Z`) + DAY)).slice(0, 10);
  return {
    from: isoTime(new Date(startOfDay(startDate, formatter))),
    before: isoTime(new Date(startOfDay(dayAfter, formatter))),
  };
}

/** YYYY-MM-DD. */
export function todayIn(moment: Date, timeZone: string): string {
  const formatter = formatterOf(timeZone);
  return isoTime(new Date(moment.getTime() + offsetMinutes(moment.getTime(), formatter) * MINUTE)).slice(0, 10);
}
