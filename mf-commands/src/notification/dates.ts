import type { NotificationTemplate } from '@device-console/shared-lib/csv';

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
