import { rangeOfFragment, todayRange, type DateRange } from '@device-console/shared-lib/ui/date-range';
import { registrationFilters } from '@device-console/shared-lib/contract';
import type { ReportQuestion } from './fetch-report.ts';

/** What the operator has put in (R1, R2). */
export interface ReportInputs extends DateRange {
  readonly match: ReportQuestion['match'];
}

export function defaultInputs(now: number, timeZone: string): ReportInputs {
  return { ...todayRange(now, timeZone), match: 'ALL' };
}

export function areSame(one: ReportInputs, other: ReportInputs): boolean {
  return one.start === other.start && one.end === other.end && one.match === other.match;
}

/** The inputs as an address's fragment, which no server ever sees, so that a reload and Back bring the report back. */
export function fragmentOf({ start, end, match }: ReportInputs): string {
  return `#${new URLSearchParams({ start, end, ...(match !== 'ALL' && { match }) }).toString()}`;
}

/** What the table of commands is filtered by at first, as in `#range=today&find=failed`; '' for nothing. */
export const findOfFragment = (fragment: string): string =>
  new URLSearchParams(fragment.replace(/^#/, '')).get('find') ?? '';

/** The inputs that a fragment names; null where it names no range. */
export function inputsOfFragment(fragment: string, now: number, timeZone: string): ReportInputs | null {
  const range = rangeOfFragment(fragment, now, timeZone);
  const named = new URLSearchParams(fragment.replace(/^#/, '')).get('match');
  const match = registrationFilters.find(({ value }) => value === named)?.value ?? 'ALL';
  return range && { ...range, match };
}
