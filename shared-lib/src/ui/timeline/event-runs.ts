import type { DeviceEvent } from './device-events.ts';

/** Events shown as one line: the same command several times in a row, else a single event. Newest first. */
export type EventRun = readonly [DeviceEvent, ...DeviceEvent[]];

export interface EventMonth {
  /** '2026-03', or '' for events without a time. */
  readonly key: string;
  /** Of its newest event, in milliseconds since the epoch; null without a time. */
  readonly moment: number | null;
  readonly runs: readonly EventRun[];
}

function monthKey(moment: number | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

type GrowingRun = [DeviceEvent, ...DeviceEvent[]];

function joins(run: GrowingRun | undefined, event: DeviceEvent): run is GrowingRun {
  return run !== undefined && run[0].kind === 'command' && event.kind === 'command' && run[0].title === event.title;
}

/** Events in order, by the operator's months; a command repeated within a month is one run. */
export function eventMonths(events: readonly DeviceEvent[]): readonly EventMonth[] {
  const months: { key: string; moment: number | null; runs: GrowingRun[] }[] = [];
  for (const event of events) {
    const key = monthKey(event.moment);
    const known = months.at(-1);
    const month = known?.key === key ? known : { key, moment: event.moment, runs: [] };
    if (month !== known) months.push(month);
    const last = month.runs.at(-1);
    if (joins(last, event)) last.push(event);
    else month.runs.push([event]);
  }
  return months;
}

/** The first `limit` runs of months. */
export function firstRuns(months: readonly EventMonth[], limit: number): readonly EventMonth[] {
  let left = limit;
  return months.flatMap((month) => {
    const runs = month.runs.slice(0, Math.max(left, 0));
    left -= month.runs.length;
    return runs.length > 0 ? [{ ...month, runs }] : [];
  });
}
