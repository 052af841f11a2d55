import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Select, type SelectOption } from '../field/field-frame.tsx';
import { commandOutcome, type CommandOutcome, type DeviceEvent } from './device-events.ts';
import styles from './timeline.module.css';
import { t } from '../../i18n/own.ts';

const outcomesTexts = {
  acknowledged: t('Acknowledged'),
  sent: t('Sent'),
  queued: t('Queued'),
  failed: t('Failed'),
  other: t('Other'),
} as const;

interface EventFilterBarProps {
  readonly events: readonly DeviceEvent[];
  readonly shown: number;
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

const any: SelectOption<''> = { value: '', title: t('All') };
const kinds: readonly SelectOption<EventFilter['kind']>[] = [
  any,
  { value: 'command', title: t('Commands') },
  { value: 'enrolment', title: t('Enrolment') },
];
const spans: readonly SelectOption<EventFilter['days']>[] = [
  any,
  { value: '7', title: t('Last {count} days', { count: '7' }) },
  { value: '30', title: t('Last {count} days', { count: '30' }) },
  { value: '90', title: t('Last {count} days', { count: '90' }) },
];

/** The filter of a timeline: by kind, outcome, operator and time. */
export function EventFilterBar({ events, shown, filter, onChange }: EventFilterBarProps): ReactNode {
  const { people, outcomes } = filterChoices(events);
  return (
    <div className={styles['filters']} role="group" aria-label={t('Filter the timeline')}>
      <Select
        label={t('Kind')}
        options={kinds}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      <Select
        label={t('Outcome')}
        options={[any, ...outcomes.map((value) => ({ value, title: outcomesTexts[value] }))]}
        value={filter.outcome}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
      <Select
        label={t('Operator')}
        options={[any, ...people.map((value) => ({ value, title: value }))]}
        value={filter.who}
        onChange={(who) => onChange({ ...filter, who })}
      />
      <Select
        label={t('Time')}
        options={spans}
        value={filter.days}
        onChange={(days) => onChange({ ...filter, days })}
      />
      <div className={styles['filterEnd']}>
        <span role="status" className={styles['detail']}>
          {isUnfiltered(filter)
            ? ''
            : t('{count} of {of, plural, one {{of} event} other {{of} events}}', {
                count: String(shown),
                of: String(events.length),
              })}
        </span>
        {!isUnfiltered(filter) && (
          <Button size="small" variant="quiet" onPress={() => onChange(noFilter)}>
            {t('Show all')}
          </Button>
        )}
      </div>
    </div>
  );
}

const DAY = 86_400_000;

/** The shown events of a timeline; '' means all. */
interface EventFilter {
  readonly kind: '' | 'command' | 'enrolment';
  readonly outcome: '' | CommandOutcome;
  /** An operator, as the events name them. */
  readonly who: string;
  /** Days back from now. */
  readonly days: '' | '7' | '30' | '90';
}

/** Every event. */
export const noFilter: EventFilter = { kind: '', outcome: '', who: '', days: '' };

/** True if a filter shows everything. */
const isUnfiltered = (filter: EventFilter): boolean => Object.values(filter).every((value) => value === '');

/** The matching events, in order. An event without a readable time matches no limit of days. */
export function filterEvents(
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

/** Distinct operators of events, and outcomes of their commands. */
function filterChoices(events: readonly DeviceEvent[]): {
  readonly people: readonly string[];
  readonly outcomes: readonly CommandOutcome[];
} {
  const commands = events.filter((event) => event.kind === 'command');
  return {
    people: [...new Set(commands.map(({ user }) => user))].filter(Boolean).toSorted(),
    outcomes: [...new Set(commands.map(({ status }) => commandOutcome(status)))],
  };
}
