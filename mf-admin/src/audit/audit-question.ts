import { calendarDay } from '@device-console/shared-lib/console';
import type { auditOutcomes, BodyOf, calls } from '@device-console/shared-lib/contract';
import { auditMessages } from '../messages.ts';

/** The choice that selects nothing. */
export const ANY = 'ANY';

/** Whole days, YYYY-MM-DD, both included. */
interface DateRange {
  readonly start: string;
  readonly end: string;
}

/** What the operator searches the audit for. */
export interface AuditQuestion extends DateRange {
  readonly account: string;
  /** Path of a call, or a part of it that several have. */
  readonly called: string;
  readonly imei: string;
  readonly outcome: (typeof auditOutcomes)[number] | typeof ANY;
}

const DAY_MS = 86_400_000;

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Ranges that one press chooses; `now` is milliseconds since the epoch, its day that of the operator's zone (D3). */
export const quickRanges: readonly { readonly title: string; readonly at: (now: number) => DateRange }[] = [
  { title: auditMessages.today, at: (now) => ({ start: calendarDay(now), end: calendarDay(now) }) },
  { title: auditMessages.sevenDays, at: (now) => ({ start: daysBefore(calendarDay(now), 6), end: calendarDay(now) }) },
];

/** What the screen begins with: everything of today. */
export function questionOfToday(now: number): AuditQuestion {
  return { start: calendarDay(now), end: calendarDay(now), account: '', called: ANY, imei: '', outcome: ANY };
}

/** What is wrong with the days, by field. Days sort as texts. */
export function rangeProblems({ start, end }: DateRange): { readonly start?: string; readonly end?: string } {
  if (start === '' || end === '') return { ...(start === '' && { start: auditMessages.dayMissing }), ...(end === '' && { end: auditMessages.dayMissing }) };
  return end < start ? { end: auditMessages.endBeforeStart } : {};
}

/** A question as the call's body has it, without what does not select. */
export function bodyOf({ start, end, account, called, imei, outcome }: AuditQuestion): Omit<BodyOf<typeof calls.operatorAudit>, 'limit'> {
  return {
    startdate: start, enddate: end, timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(account.trim() !== '' && { account: account.trim() }),
    ...(imei !== '' && { imei }),
    ...(called !== ANY && { called }),
    ...(outcome !== ANY && { outcome }),
  };
}
