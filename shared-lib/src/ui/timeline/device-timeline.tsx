import { type ReactNode, useMemo, useState } from 'react';
import type { DeviceAudit } from '../../contract/index.ts';
import { CommandStateBadge } from '../badge/command-state-badge.tsx';
import { StatusBadge } from '../badge/status-badge.tsx';
import { Button } from '../button/button.tsx';
import { commandOutcome, type DeviceEvent, deviceEvents, deviceState } from './device-events.ts';
import { EventLine, eventRuns, runsByMonth, wholeTime } from './event-line.tsx';
import styles from './timeline.module.css';
import { t } from '../../i18n/own.ts';
import { Select } from '../field/select.tsx';
import { Actions } from '../layout/layout.tsx';

const LINES = 100;

function CurrentState({ events }: { readonly events: readonly DeviceEvent[] }): ReactNode {
  const state = deviceState(events);
  const command = events.find((event) => event.kind === 'command');
  return (
    <dl className={styles['now']}>
      <div>
        <dt>{t('State')}</dt>
        <dd>
          <StatusBadge tone={state.tone}>{state.title}</StatusBadge>
          {state.since && state.since.time !== '' && (
            <span className={styles['detail']}>{t('since {time}', { time: wholeTime(state.since) })}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Last command')}</dt>
        <dd>
          {command ? (
            <>
              <span className={styles['title']}>{command.title}</span> <CommandStateBadge state={command.status} />
              <span className={styles['detail']}>{wholeTime(command)}</span>
            </>
          ) : (
            t('None')
          )}
        </dd>
      </div>
    </dl>
  );
}

/** A timeline with this many events can be filtered. */
const WORTH_FILTERING = 4;

export interface DeviceTimelineProps {
  readonly audit: DeviceAudit;
  readonly imei: string;
  /** Leaves out state and last command, as a DeviceCard shows them. */
  readonly isStateElsewhere?: boolean | undefined;
}

/**
 * A device's history (A2): its state and last command, then its events, newest first, by months of the operator's time
 * zone, optionally filtered. A repeated command is one line that unfolds. Shows 100 lines at first.
 */
export function DeviceTimeline({ audit, imei, isStateElsewhere = false }: DeviceTimelineProps): ReactNode {
  const events = useMemo(() => deviceEvents(audit), [audit]);
  const [{ filter, at }, setFilter] = useState({ filter: noFilter, at: 0 });
  const passing = useMemo(() => filterEvents(events, filter, at), [events, filter, at]);
  const runs = useMemo(() => eventRuns(passing), [passing]);
  const [more, setMore] = useState({ passing, lines: LINES });
  const lines = more.passing === passing ? more.lines : LINES;
  const left = runs.length - lines;
  return (
    <div className={styles['timeline']}>
      {!isStateElsewhere && <CurrentState events={events} />}
      {events.length >= WORTH_FILTERING && (
        <EventFilterBar
          events={events}
          shown={passing.length}
          filter={filter}
          onChange={(chosen) => setFilter({ filter: chosen, at: Date.now() })}
        />
      )}
      {events.length === 0 && <p className={styles['detail']}>{t('Nothing is known of this device.')}</p>}
      {events.length > 0 && passing.length === 0 && (
        <p className={styles['detail']}>{t('No event fits this filter.')}</p>
      )}
      <ol className={styles['months']} aria-label={t('Timeline of {imei}, newest first', { imei })}>
        {runsByMonth(runs.slice(0, lines)).map((month) => (
          <li key={month.name}>
            <h3 className={styles['monthName']}>{month.name || t('Time not known')}</h3>
            <ol className={styles['rail']}>
              {month.runs.map((run) => (
                <EventLine key={run[0].id} run={run} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <Button size="small" onPress={() => setMore({ passing, lines: lines + LINES })}>
          {t('Show older ({count} more)', { count: left })}
        </Button>
      )}
    </div>
  );
}

const outcomeTexts = {
  acknowledged: t('Acknowledged'),
  sent: t('Sent'),
  queued: t('Queued'),
  failed: t('Failed'),
  other: t('Other'),
} as const;

const kinds = [
  { value: 'command', title: t('Commands') },
  { value: 'enrolment', title: t('Enrolment') },
];
const spans = ['7', '30', '90'].map((value) => ({ value, title: t('Last {count} days', { count: value }) }));

interface EventFilterBarProps {
  readonly events: readonly DeviceEvent[];
  readonly shown: number;
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

/** The filter of a timeline: by kind, outcome, operator and time. */
function EventFilterBar({ events, shown, filter, onChange }: EventFilterBarProps): ReactNode {
  const isUnfiltered = Object.values(filter).every((value) => value === '');
  const commands = events.filter((event) => event.kind === 'command');
  const people = [...new Set(commands.map(({ user }) => user))].filter(Boolean).toSorted();
  const outcomes = [...new Set(commands.map(({ status }) => commandOutcome(status)))];
  const choices = [
    { field: 'kind', label: t('Kind'), options: kinds },
    {
      field: 'outcome',
      label: t('Outcome'),
      options: outcomes.map((value) => ({ value, title: outcomeTexts[value] })),
    },
    { field: 'who', label: t('Operator'), options: people.map((value) => ({ value, title: value })) },
    { field: 'days', label: t('Time'), options: spans },
  ] as const;
  return (
    <div className={styles['filters']} role="group" aria-label={t('Filter the timeline')}>
      {choices.map(({ field, label, options }) => (
        <Select
          key={field}
          label={label}
          options={[{ value: '', title: t('All') }, ...options]}
          value={filter[field]}
          onChange={(value) => onChange({ ...filter, [field]: value })}
        />
      ))}
      <Actions>
        <span role="status" className={styles['detail']}>
          {!isUnfiltered &&
            t('{count} of {of, plural, one {{of} event} other {{of} events}}', {
              count: String(shown),
              of: String(events.length),
            })}
        </span>
        {!isUnfiltered && (
          <Button size="small" variant="quiet" onPress={() => onChange(noFilter)}>
            {t('Show all')}
          </Button>
        )}
      </Actions>
    </div>
  );
}

const DAY = 86_400_000;

/** The shown events of a timeline, by kind, outcome, operator, and days back from now; '' means all. */
type EventFilter = Readonly<Record<'kind' | 'outcome' | 'who' | 'days', string>>;

const noFilter: EventFilter = { kind: '', outcome: '', who: '', days: '' };

/** The matching events, in order. An event without a readable time matches no limit of days. */
function filterEvents(
  events: readonly DeviceEvent[],
  { kind, outcome, who, days }: EventFilter,
  now: number,
): readonly DeviceEvent[] {
  const since = days === '' ? null : now - Number(days) * DAY;
  return events.filter((event) => {
    const isCommand = event.kind === 'command';
    if (kind !== '' && isCommand !== (kind === 'command')) return false;
    if (outcome !== '' && !(isCommand && commandOutcome(event.status) === outcome)) return false;
    if (who !== '' && !(isCommand && event.user === who)) return false;
    return since === null || (event.moment !== null && event.moment >= since);
  });
}
