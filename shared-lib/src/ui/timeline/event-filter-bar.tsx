import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Select, type SelectOption } from '../select/select.tsx';
import type { DeviceEvent } from './device-events.ts';
import { filterChoices, isUnfiltered, noFilter, type EventFilter } from './event-filter.ts';
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
