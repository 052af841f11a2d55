import type { NotificationTemplate } from '@device-console/shared-lib/csv';

const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', {
    calendar: 'iso8601', numberingSystem: 'latn', year: 'numeric', month: '2-digit', day: '2-digit', ...(timeZone !== undefined && { timeZone }),
  });
  dayFormats.set(timeZone, known);
  return known;
}

/** The calendar day YYYY-MM-DD of a moment (milliseconds since the epoch) in a zone; the operator's own unless given (T2). */
export function calendarDay(moment: number, timeZone?: string): string {
  const parts = new Map(dayFormat(timeZone).formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.get('year') ?? ''}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
}

/** A day YYYY-MM-DD as messages and files write it: DD/MM/YYYY. */
export function writtenDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** The days that a template allows: not before, not after, or today alone (T2). */
export interface DateRule {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The field is closed and holds today. */
  readonly isToday: boolean;
}

/** What T2 says about the date of a template; days are YYYY-MM-DD. */
export function dateRule(template: NotificationTemplate | undefined, today: string): DateRule {
  if (template === 'Due') return { min: today, max: today, isToday: true };
  if (template === 'Pre') return { min: today, isToday: false };
  return template === 'Post' ? { max: today, isToday: false } : { isToday: false };
}

/** How a day stands to a template: it fits, or lies on the wrong side of today (T2). Days sort as texts. */
export function dayFits(template: NotificationTemplate, day: string, today: string): boolean {
  const { min = day, max = day } = dateRule(template, today);
  return day >= min && day <= max;
}

/** A day YYYY-MM-DD as the number YYYYMMDD in which files keep days. */
export function dayNumber(day: string): number {
  return Number(day.replaceAll('-', ''));
}
