import {
  ownTimeZone,
  quickRanges,
  rangeOfFragment,
  todayRange,
  type DateRange,
} from '@device-console/shared-lib/ui/date-range';
import { auditKinds, auditOutcomes, isImei, type BodyOf, type calls } from '@device-console/shared-lib/contract';
import { callChoices } from './call-texts.ts';

/** Days of actions on one device that are searched. */
export const DEVICE_DAYS = 30;

export const ANY = 'ANY';

type Kind = (typeof auditKinds)[number];

export interface AuditQuery extends DateRange {
  readonly account: string;
  /** Actions only, reads only, both, or a call's path; a part of a path can match several calls. */
  readonly called: string;
  readonly imei: string;
  readonly outcome: (typeof auditOutcomes)[number] | typeof ANY;
}

const isKind = (called: string): called is Kind => (auditKinds as readonly string[]).includes(called);

/** The screen's first search. */
export function queryForToday(now: number): AuditQuery {
  return { ...todayRange(now), account: '', called: 'actions', imei: '', outcome: ANY };
}

/** Including today. */
export function queryForDevice(now: number, imei: string): AuditQuery {
  const range = quickRanges.find(({ id }) => id === `${DEVICE_DAYS}-days`);
  return { ...queryForToday(now), ...range?.at(now), imei };
}

/** A query as the call's body, without empty filters. */
export function bodyOf(query: AuditQuery): Omit<BodyOf<typeof calls.operatorAudit>, 'limit'> {
  const { start, end, account, called, imei, outcome } = query;
  const selected = isKind(called) ? { kind: called } : { called };
  return {
    startdate: start,
    enddate: end,
    timezone: ownTimeZone(),
    ...(account.trim() !== '' && { account: account.trim() }),
    ...(imei !== '' && { imei }),
    ...(called !== ANY && selected),
    ...(outcome !== ANY && { outcome }),
  };
}

/** Takes the first of several equal ranges. */
export function rangeOf({ start, end }: DateRange, now: number): (typeof quickRanges)[number] | undefined {
  return quickRanges.find(({ at }) => {
    const range = at(now);
    return range.start === start && range.end === end;
  });
}

/** From a fragment such as `#imei=…&range=last-month`; defaults fill in the rest. */
export function queryOfFragment(fragment: string, now: number): AuditQuery {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const imei = /^\d{1,15}$/.exec(fields.get('imei') ?? '')?.[0] ?? '';
  const first = isImei(imei) ? queryForDevice(now, imei) : { ...queryForToday(now), imei };
  const days = rangeOfFragment(fragment, now) ?? first;
  const called = fields.get('called') ?? '';
  const isKnown = isKind(called) || called === ANY || callChoices.some(({ value }) => value === called);
  return {
    ...first,
    start: days.start,
    end: days.end,
    account: fields.get('account') ?? '',
    called: isKnown ? called : first.called,
    outcome: auditOutcomes.find((outcome) => outcome === fields.get('outcome')) ?? ANY,
  };
}

/** Names quick ranges, so that a bookmark stays current. */
export function fragmentOfQuery(query: AuditQuery, now: number): string {
  const { start, end, account, called, imei, outcome } = query;
  const range = rangeOf(query, now);
  const fields = new URLSearchParams({
    ...(imei !== '' && { imei }),
    ...(range ? { range: range.id } : { start, end }),
    ...(account.trim() !== '' && { account: account.trim() }),
    ...(called !== 'actions' && { called }),
    ...(outcome !== ANY && { outcome }),
  });
  return `#${fields.toString()}`;
}
