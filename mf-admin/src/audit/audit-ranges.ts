import { calendarDay, todayRange, type DateRange } from '@device-console/shared-lib/console';
import { rangeTitles as titles } from '../messages.ts';

const DAY_MS = 86_400_000;

/** Days before a day YYYY-MM-DD, by the calendar alone. */
function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

function lastDays(count: number): (now: number) => DateRange {
  return (now) => {
    const end = calendarDay(now);
    return { start: daysBefore(end, count - 1), end };
  };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** A range that one press chooses, and that an address can name. */
interface AuditRange {
  readonly id: string;
  readonly title: string;
  /** `now` is milliseconds since the epoch; its day is that of the operator's own zone (D3). */
  readonly at: (now: number) => DateRange;
}

/** Days that are looked back for what was done with one device. */
export const DEVICE_DAYS = 30;

/** The ranges in the order of their buttons. */
export const auditRanges = [
  { id: 'today', title: titles.today, at: (now) => todayRange(now) },
  {
    id: 'yesterday',
    title: titles.yesterday,
    at: (now) => {
      const day = daysBefore(calendarDay(now), 1);
      return { start: day, end: day };
    },
  },
  { id: '7-days', title: titles.sevenDays, at: lastDays(7) },
  { id: '30-days', title: titles.thirtyDays, at: lastDays(DEVICE_DAYS) },
  {
    id: 'this-month',
    title: titles.thisMonth,
    at: (now) => ({ start: firstOfMonth(calendarDay(now)), end: calendarDay(now) }),
  },
  {
    id: 'last-month',
    title: titles.lastMonth,
    at: (now) => {
      const end = daysBefore(firstOfMonth(calendarDay(now)), 1);
      return { start: firstOfMonth(end), end };
    },
  },
] as const satisfies readonly AuditRange[];

/** The range that a search has, if it is one of the buttons'; the first where several are the same days. */
export function rangeOf({ start, end }: DateRange, now: number): (typeof auditRanges)[number] | undefined {
  return auditRanges.find(({ at }) => {
    const range = at(now);
    return range.start === start && range.end === end;
  });
}
