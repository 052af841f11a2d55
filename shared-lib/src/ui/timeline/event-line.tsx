import type { ReactNode } from 'react';
import { commandList } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';
import { CommandStateBadge } from '../badge/command-state-badge.tsx';
import type { DeviceEvent } from './device-events.ts';
import { exactTime, RelativeTime, useMinute } from '../time/relative-time.tsx';
import styles from './timeline.module.css';
import { formatLocale } from '../../i18n/index.ts';

const RECENT = 30 * 86_400_000;

const severe = new Set(
  commandList
    .filter(({ destructive }) => destructive)
    .flatMap(({ variants }) => variants.map(({ reportedAs }) => reportedAs)),
);

function EventTime({ event }: { readonly event: DeviceEvent }): ReactNode {
  const text = eventTime(event);
  return event.moment === null ? text : <time dateTime={new Date(event.moment).toISOString()}>{text}</time>;
}

function detailOf(event: DeviceEvent): string {
  if (event.kind === 'registered' || event.kind === 'released') return event.maker;
  if (event.kind !== 'command') return '';
  return [event.by, event.user, event.isBroadcast ? t('sent to all devices') : ''].filter(Boolean).join(' · ');
}

function markOf(event: DeviceEvent): string {
  return event.kind === 'command' && severe.has(event.command) ? 'severe-command' : event.kind;
}

function commonDetail(run: EventRun): string {
  const detail = detailOf(run[0]);
  return run.every((event) => detailOf(event) === detail) ? detail : '';
}

interface StatusCount {
  readonly status: string;
  readonly isBroadcast: boolean;
  readonly count: number;
}

function statusCounts(run: EventRun): readonly StatusCount[] {
  const counts = new Map<string, StatusCount>();
  for (const event of run) {
    if (event.kind !== 'command') continue;
    const { status, isBroadcast } = event;
    const key = `${status} ${isBroadcast}`;
    counts.set(key, { status, isBroadcast, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

function RunTime({ run }: { readonly run: EventRun }): ReactNode {
  const [newest] = run;
  const oldest = run.at(-1) ?? newest;
  if (eventTime(oldest) === eventTime(newest)) return <EventTime event={newest} />;
  return (
    <>
      <EventTime event={oldest} />
      <span> – </span>
      <EventTime event={newest} />
    </>
  );
}

/** Shown only while it says more than the date. */
function Ago({ event: { moment } }: { readonly event: DeviceEvent }): ReactNode {
  const now = useMinute();
  if (moment === null || now - moment >= RECENT) return null;
  return (
    <span className={styles['ago']}>
      <RelativeTime moment={moment} />
    </span>
  );
}

/** One line of the timeline: an event, or a repeated command, which unfolds. */
export function EventLine({ run }: { readonly run: EventRun }): ReactNode {
  const [event] = run;
  const isFolded = run.length > 1;
  const detail = commonDetail(run);
  return (
    <li className={styles['event']} data-mark={markOf(event)}>
      <span className={styles['time']}>
        <RunTime run={run} />
        <Ago event={event} />
      </span>
      <span className={styles['what']}>
        <span className={styles['title']}>{event.title}</span>
        {isFolded && <span className={styles['count']}>{t('{count} times', { count: run.length })}</span>}
        {statusCounts(run).map(({ status, isBroadcast, count }) => (
          <CommandStateBadge
            key={`${status} ${isBroadcast}`}
            state={status}
            isBroadcast={isBroadcast}
            count={count < run.length ? count : undefined}
          />
        ))}
      </span>
      {detail !== '' && <span className={styles['detail']}>{detail}</span>}
      {isFolded && (
        <details className={styles['run']}>
          <summary>{t('Each of the {count}', { count: run.length })}</summary>
          <ol>
            {run.map((one) => (
              <li key={one.id}>
                <span className={styles['time']}>
                  <EventTime event={one} />
                </span>{' '}
                {one.kind === 'command' && <CommandStateBadge state={one.status} isBroadcast={one.isBroadcast} />}
                <span className={styles['detail']}>{detailOf(one)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

/** Events shown as one line: the same command several times in a row, else a single event. Newest first. */
type EventRun = readonly [DeviceEvent, ...DeviceEvent[]];

type GrowingRun = [DeviceEvent, ...DeviceEvent[]];

const month = new Intl.DateTimeFormat(formatLocale(), { month: 'long', year: 'numeric' });

/** The operator's month of an event; '' without a time. */
const monthOf = ({ moment }: DeviceEvent): string => (moment === null ? '' : month.format(moment));

function joins([first]: EventRun, event: DeviceEvent): boolean {
  const isRepeated = first.kind === 'command' && event.kind === 'command' && first.title === event.title;
  return isRepeated && monthOf(first) === monthOf(event);
}

/** Events in order; a command repeated within a month is one run. */
export function eventRuns(events: readonly DeviceEvent[]): readonly EventRun[] {
  const runs: GrowingRun[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last && joins(last, event)) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** Runs below the names of their months; '' names those without a time. */
export function runsByMonth(runs: readonly EventRun[]) {
  const months: { readonly name: string; readonly runs: EventRun[] }[] = [];
  for (const run of runs) {
    const name = monthOf(run[0]);
    const last = months.at(-1);
    if (last?.name === name) last.runs.push(run);
    else months.push({ name, runs: [run] });
  }
  return months;
}

const dayAndTime = new Intl.DateTimeFormat(formatLocale(), {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** An event's time, below a heading with the year; the server's text if it is not a time. */
const eventTime = ({ moment, time }: { readonly moment: number | null; readonly time: string }): string =>
  moment === null ? time : dayAndTime.format(moment);

/** An event's full time; the server's text if it is not a time. */
export const wholeTime = ({ moment, time }: { readonly moment: number | null; readonly time: string }): string =>
  moment === null ? time : exactTime(moment);
