import type { ReactNode } from 'react';
import { commandList } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';
import { CommandStateBadge } from '../badge/command-state-badge.tsx';
import type { DeviceEvent } from './device-events.ts';
import type { EventRun } from './event-runs.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { useMinute } from '../time/use-minute.ts';
import { eventTime } from './formats.ts';
import styles from './timeline.module.css';

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

function sameFor<Value>(run: EventRun, read: (event: DeviceEvent) => Value): Value | undefined {
  const first = read(run[0]);
  return run.every((event) => read(event) === first) ? first : undefined;
}

function statusCounts(run: EventRun): readonly { readonly status: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const event of run) if (event.kind === 'command') counts.set(event.status, (counts.get(event.status) ?? 0) + 1);
  return [...counts].map(([status, count]) => ({ status, count }));
}

function RunTime({ run }: { readonly run: EventRun }): ReactNode {
  const [newest] = run;
  const oldest = run.at(-1) ?? newest;
  if (eventTime(oldest) === eventTime(newest)) return <EventTime event={newest} />;
  return (
    <>
      <EventTime event={oldest} /> – <EventTime event={newest} />
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
  const detail = isFolded ? (sameFor(run, detailOf) ?? '') : detailOf(event);
  return (
    <li className={styles['event']} data-mark={markOf(event)}>
      <span className={styles['time']}>
        <RunTime run={run} />
        <Ago event={event} />
      </span>
      <span className={styles['what']}>
        <span className={styles['title']}>{event.title}</span>
        {isFolded && <span className={styles['count']}>{t('{count} times', { count: run.length })}</span>}
        {statusCounts(run).map(({ status, count }) => (
          <CommandStateBadge key={status} state={status} count={count < run.length ? count : undefined} />
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
                {one.kind === 'command' && <CommandStateBadge state={one.status} />}
                <span className={styles['detail']}>{detailOf(one)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
