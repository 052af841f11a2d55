import { calendarDay } from './calendar-day.ts';
import { t } from '../i18n/own.ts';

/** Whole days, YYYY-MM-DD, both included (R1). */
export interface DateRange {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Ranges that one press chooses; `now` is milliseconds since the epoch, its day that of `timeZone`, the operator's own
 * unless given (D3).
 */
export const quickRanges: readonly {
  readonly title: string;
  readonly at: (now: number, timeZone?: string) => DateRange;
}[] = [
  { title: t('Today'), at: todayRange },
  {
    title: t('7 days'),
    at: (now, timeZone) => ({ start: daysBefore(calendarDay(now, timeZone), 6), end: calendarDay(now, timeZone) }),
  },
  {
    title: t('This month'),
    at: (now, timeZone) => ({ start: `${calendarDay(now, timeZone).slice(0, 7)}-01`, end: calendarDay(now, timeZone) }),
  },
];

/** The day of `now`, milliseconds since the epoch, in `timeZone`, the operator's own unless given (D3). */
export function todayRange(now: number, timeZone?: string): DateRange {
  const day = calendarDay(now, timeZone);
  return { start: day, end: day };
}

/** The zone whose days are meant: the operator's own (D3). */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What is wrong with a range, by field, in words for the operator (R1). Days sort as texts. */
export function rangeProblems({ start, end }: DateRange): { readonly start?: string; readonly end?: string } {
  const missing = t('Please choose a date.');
  if (start === '' || end === '')
    return { ...(start === '' && { start: missing }), ...(end === '' && { end: missing }) };
  return end < start ? { end: t('End date cannot be prior to start date') } : {};
}
