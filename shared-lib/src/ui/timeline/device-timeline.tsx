import { useMemo, useState, type ReactNode } from 'react';
import type { DeviceAudit } from '../../contract/index.ts';
import { CommandStateBadge } from '../badge/command-state-badge.tsx';
import { StatusBadge } from '../badge/status-badge.tsx';
import { Button } from '../button/button.tsx';
import { type DeviceEvent, deviceEvents, deviceState } from './device-events.ts';
import { EventFilterBar, filterEvents, noFilter } from './event-filter-bar.tsx';
import { EventLine, type EventMonth, eventMonths, firstRuns, monthName, wholeTime } from './event-line.tsx';
import styles from './timeline.module.css';
import { t } from '../../i18n/own.ts';

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

function Month({ month }: { readonly month: EventMonth }): ReactNode {
  return (
    <li>
      <h3 className={styles['monthName']}>{month.moment === null ? t('Time not known') : monthName(month.moment)}</h3>
      <ol className={styles['rail']}>
        {month.runs.map((run) => (
          <EventLine key={run[0].id} run={run} />
        ))}
      </ol>
    </li>
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
  const months = useMemo(() => eventMonths(passing), [passing]);
  const [more, setMore] = useState({ passing, lines: LINES });
  const lines = more.passing === passing ? more.lines : LINES;
  const left = months.reduce((sum, { runs }) => sum + runs.length, 0) - lines;
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
        {firstRuns(months, lines).map((month) => (
          <Month key={month.runs[0]?.[0].id} month={month} />
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
