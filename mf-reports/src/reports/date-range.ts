import { calendarDay } from '@device-console/shared-lib/console';
import { messages } from '../messages.ts';

/** Whole days, YYYY-MM-DD, both included. */
export interface DateRange {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;

/** A day so many days before another. */
function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Ranges that one press chooses; `now` is milliseconds since the epoch, its day that of the operator's time zone (D3). */
export const quickRanges: readonly { readonly title: string; readonly at: (now: number) => DateRange }[] = [
  { title: messages.today, at: (now) => ({ start: calendarDay(now), end: calendarDay(now) }) },
  { title: messages.sevenDays, at: (now) => ({ start: daysBefore(calendarDay(now), 6), end: calendarDay(now) }) },
  { title: messages.thisMonth, at: (now) => ({ start: `${calendarDay(now).slice(0, 7)}-01`, end: calendarDay(now) }) },
];

/** The range that a report begins with: today. */
export function todayRange(now: number): DateRange {
  return { start: calendarDay(now), end: calendarDay(now) };
}

/** The zone whose days are meant: the operator's own (D3). */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const written = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A range as the operator reads it. */
export function writtenRange({ start, end }: DateRange): string {
  const [from, to] = [start, end].map((day) => written.format(Date.parse(`${day}T00:00:00Z`)));
  return from === to ? `${from}` : messages.fromTo(`${from}`, `${to}`);
}

/** What is wrong with a range, by field (R1). Days sort as texts. */
export function rangeProblems({ start, end }: DateRange): { readonly start?: string; readonly end?: string } {
  if (start === '' || end === '') return { ...(start === '' && { start: messages.dayMissing }), ...(end === '' && { end: messages.dayMissing }) };
  return end < start ? { end: messages.endBeforeStart } : {};
}
