import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Select, type SelectOption } from '../select/select.tsx';
import type { DeviceEvent } from './device-events.ts';
import { filterChoices, isUnfiltered, noFilter, type EventFilter } from './event-filter.ts';
import { texts } from './texts.ts';
import styles from './timeline.module.css';

interface EventFilterBarProps {
  readonly events: readonly DeviceEvent[];
  /** How many of them are shown. */
  readonly shown: number;
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

const any: SelectOption<''> = { value: '', title: texts.any };
const kinds: readonly SelectOption<EventFilter['kind']>[] = [
  any,
  { value: 'command', title: texts.kinds.command },
  { value: 'enrolment', title: texts.kinds.enrolment },
];
const spans: readonly SelectOption<EventFilter['days']>[] = [
  any,
  { value: '7', title: texts.lastDays('7') },
  { value: '30', title: texts.lastDays('30') },
  { value: '90', title: texts.lastDays('90') },
];

/** What of a timeline is shown: by kind, outcome, operator and time. */
export function EventFilterBar({ events, shown, filter, onChange }: EventFilterBarProps): ReactNode {
  const { people, outcomes } = filterChoices(events);
  return (
    <div className={styles['filters']} role="group" aria-label={texts.filters}>
      <Select
        label={texts.kind}
        options={kinds}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      <Select
        label={texts.outcome}
        options={[any, ...outcomes.map((value) => ({ value, title: texts.outcomes[value] }))]}
        value={filter.outcome}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
      <Select
        label={texts.who}
        options={[any, ...people.map((value) => ({ value, title: value }))]}
        value={filter.who}
        onChange={(who) => onChange({ ...filter, who })}
      />
      <Select
        label={texts.time}
        options={spans}
        value={filter.days}
        onChange={(days) => onChange({ ...filter, days })}
      />
      <div className={styles['filterEnd']}>
        <span role="status" className={styles['detail']}>
          {isUnfiltered(filter) ? '' : texts.shown(String(shown), String(events.length))}
        </span>
        {!isUnfiltered(filter) && (
          <Button size="small" variant="quiet" onPress={() => onChange(noFilter)}>
            {texts.clear}
          </Button>
        )}
      </div>
    </div>
  );
}
