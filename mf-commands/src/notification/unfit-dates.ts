import { notificationTemplates, type NotificationList } from '@device-console/shared-lib/csv';
import { dateRule, dayNumber } from './dates.ts';

/** How many dates of a file do not fit their templates, and the index of the first such row. */
export interface UnfitDates {
  readonly count: number;
  /** -1 when all fit. */
  readonly first: number;
}

/**
 * Looks for dates on the wrong side of today (T2). A file may have them (T4); its messages would be untrue, so they are
 * warned of.
 */
export function unfitDates(list: NotificationList, today: string): UnfitDates {
  const limits = new Map(
    notificationTemplates.map((template) => {
      const { min, max } = dateRule(template, today);
      return [
        template,
        { min: min === undefined ? 0 : dayNumber(min), max: max === undefined ? Infinity : dayNumber(max) },
      ];
    }),
  );
  let count = 0;
  let first = -1;
  list.days.forEach((day, index) => {
    const { min = 0, max = Infinity } = limits.get(list.templateAt(index)) ?? {};
    if (day >= min && day <= max) return;
    count += 1;
    if (first < 0) first = index;
  });
  return { count, first };
}
