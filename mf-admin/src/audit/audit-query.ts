import { calendarDay, ownTimeZone, todayRange, type DateRange } from '@device-console/shared-lib/console';
import type { auditOutcomes, BodyOf, calls } from '@device-console/shared-lib/contract';

/** The choice that selects nothing. */
export const ANY = 'ANY';

/** What the operator searches the audit for. */
export interface AuditQuery extends DateRange {
  readonly account: string;
  /** Path of a call, or a part of it that several have. */
  readonly called: string;
  readonly imei: string;
  readonly outcome: (typeof auditOutcomes)[number] | typeof ANY;
}

/** What the screen begins with: everything of today. */
export function queryForToday(now: number): AuditQuery {
  return { ...todayRange(now), account: '', called: ANY, imei: '', outcome: ANY };
}

/** Days that are looked back for what was done with one device. */
export const DEVICE_DAYS = 30;

const DAY_MS = 86_400_000;

/** Everything that was done with one device in the last days, today included. */
export function queryForDevice(now: number, imei: string): AuditQuery {
  return { ...queryForToday(now), start: calendarDay(now - (DEVICE_DAYS - 1) * DAY_MS), imei };
}

/** A query as the call's body has it, without what does not select. */
export function bodyOf({
  start,
  end,
  account,
  called,
  imei,
  outcome,
}: AuditQuery): Omit<BodyOf<typeof calls.operatorAudit>, 'limit'> {
  return {
    startdate: start,
    enddate: end,
    timezone: ownTimeZone(),
    ...(account.trim() !== '' && { account: account.trim() }),
    ...(imei !== '' && { imei }),
    ...(called !== ANY && { called }),
    ...(outcome !== ANY && { outcome }),
  };
}
