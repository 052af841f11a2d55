import { formatLocale } from './translator.ts';

const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      ...(timeZone !== undefined && { timeZone }),
    });
  dayFormats.set(timeZone, known);
  return known;
}

/** The calendar day YYYY-MM-DD of a moment in milliseconds; default zone: the operator's own (T2, D3). */
export function calendarDay(moment: number, timeZone?: string): string {
  const parts = new Map(
    dayFormat(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year') ?? ''}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const inWords = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' });

/** A day YYYY-MM-DD with the month's name, so that nobody takes it for another; '' if it is none. */
export const dayInWords = (day: string): string => (isDay(day) ? inWords.format(Date.parse(`${day}T00:00:00Z`)) : '');
