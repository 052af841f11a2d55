import { calendarDay } from '../../i18n/calendar-day.ts';
import { formatLocale } from '../../i18n/index.ts';
import { t } from '../../i18n/own.ts';

/** Whole days, YYYY-MM-DD, both included (R1). */
export interface DateRange {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

type RangeAt = (now: number, timeZone?: string) => DateRange;

/** Including today. */
const lastDays =
  (days: number): RangeAt =>
  (now, timeZone) => {
    const end = calendarDay(now, timeZone);
    return { start: daysBefore(end, days - 1), end };
  };

function yesterdayRange(now: number, timeZone?: string): DateRange {
  const day = daysBefore(calendarDay(now, timeZone), 1);
  return { start: day, end: day };
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

function thisMonthRange(now: number, timeZone?: string): DateRange {
  const end = calendarDay(now, timeZone);
  return { start: firstOfMonth(end), end };
}

function lastMonthRange(now: number, timeZone?: string): DateRange {
  const end = daysBefore(firstOfMonth(calendarDay(now, timeZone)), 1);
  return { start: firstOfMonth(end), end };
}

/** Quick ranges; `id` names them in addresses, `now` is in milliseconds, `timeZone` the operator's own (D3). */
export const quickRanges: readonly { readonly id: string; readonly title: string; readonly at: RangeAt }[] = [
  { id: 'today', title: t('Today'), at: todayRange },
  { id: 'yesterday', title: t('Yesterday'), at: yesterdayRange },
  { id: '7-days', title: t('7 days'), at: lastDays(7) },
  { id: '30-days', title: t('30 days'), at: lastDays(30) },
  { id: 'this-month', title: t('This month'), at: thisMonthRange },
  { id: 'last-month', title: t('Last month'), at: lastMonthRange },
];

/** The day of `now`, milliseconds since the epoch, in `timeZone`; default: the operator's own (D3). */
export function todayRange(now: number, timeZone?: string): DateRange {
  const day = calendarDay(now, timeZone);
  return { start: day, end: day };
}

/** The operator's own time zone (D3). */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A range's faults, by field, for the operator (R1). Days sort as texts. */
export function rangeProblems({ start, end }: DateRange): { readonly start?: string; readonly end?: string } {
  const missing = t('Please choose a date.');
  const endBeforeStart = t('End date cannot be prior to start date');
  if (start === '' || end === '')
    return { ...(start === '' && { start: missing }), ...(end === '' && { end: missing }) };
  return end < start ? { end: endBeforeStart } : {};
}

const written = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' });

/** A range in words; leaves out missing days. */
export function writtenRange({ start, end }: DateRange): string {
  const [from = '', to = ''] = [start, end].map((day) =>
    isDay(day) ? written.format(Date.parse(`${day}T00:00:00Z`)) : '',
  );
  return from === to || from === '' || to === '' ? from || to : t('{from} to {to}', { from, to });
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The range of a fragment: `#start=2026-11-01&end=2026-11-20`, or a quick one as `#range=last-month`; else null. */
export function rangeOfFragment(fragment: string, now: number, timeZone?: string): DateRange | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const quick = quickRanges.find(({ id }) => id === fields.get('range'));
  if (quick) return quick.at(now, timeZone);
  const [start, end] = [fields.get('start') ?? '', fields.get('end') ?? ''];
  return isDay(start) && isDay(end) && start <= end ? { start, end } : null;
}
