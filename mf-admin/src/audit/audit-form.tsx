import { useState, type ReactNode } from 'react';
<<<<<<< HEAD
import { quickRanges, rangeProblems } from '@device-console/shared-lib/console';
import { auditOutcomes, cleanImei } from '@device-console/shared-lib/contract';
import { Actions, Button, Card, Form, Select, TextField, type SelectOption } from '@device-console/shared-lib/ui';
import { DateRangeFields } from '@device-console/shared-lib/ui/date-range';
=======
import { ownTimeZone, rangeProblems, type DateRange } from '@device-console/shared-lib/console';
import { auditKinds, auditOutcomes, cleanImei } from '@device-console/shared-lib/contract';
import {
  Actions,
  Button,
  Card,
  Columns,
  Form,
  Select,
  TextField,
  type SelectOption,
} from '@device-console/shared-lib/ui';
>>>>>>> lane-admin
import { auditMessages } from '../messages.ts';
import { ANY, type AuditQuery } from './audit-query.ts';
import { auditRanges, rangeOf } from './audit-ranges.ts';
import styles from './audit.module.css';
import { callChoices, outcomeTitles } from './call-texts.ts';

const callOptions = [
  ...auditKinds.map((kind) => ({ value: kind, title: auditMessages.kinds[kind] })),
  { value: ANY, title: auditMessages.kinds.both },
  ...callChoices,
];
const outcomeOptions: readonly SelectOption<AuditQuery['outcome']>[] = [
  { value: ANY, title: auditMessages.allOutcomes },
  ...auditOutcomes.map((value) => ({ value, title: outcomeTitles[value] })),
];

interface AuditFormProps {
  readonly query: AuditQuery;
  /** Milliseconds since the epoch, of the screen's beginning or its last search. */
  readonly now: number;
  readonly isSearching: boolean;
  readonly onChange: (query: AuditQuery) => void;
  readonly onSearch: (query: AuditQuery) => void;
  readonly onStop: () => void;
}

/** The days and filters of a search; a quick range searches at once. */
export function AuditForm({ query, now, isSearching, onChange, onSearch, onStop }: AuditFormProps): ReactNode {
  const [wasTried, setWasTried] = useState(false);
  const problems = rangeProblems(query);
  const change = (changed: Partial<AuditQuery>): void => onChange({ ...query, ...changed });
  const submit = (): void => {
    setWasTried(true);
    if (Object.keys(problems).length === 0) onSearch(query);
  };
  const searchRange = (range: Pick<AuditQuery, 'start' | 'end'>): void => {
    const ranged = { ...query, ...range };
    onChange(ranged);
    onSearch(ranged);
  };
  return (
    <Card title={auditMessages.search}>
      <Form aria-label={auditMessages.title} onSubmit={submit}>
<<<<<<< HEAD
        <DateRangeFields
          startLabel={auditMessages.startDate}
          endLabel={auditMessages.endDate}
          value={query}
          onChange={change}
          problems={wasTried ? problems : undefined}
          choicesLabel={auditMessages.quickRanges}
          choices={quickRanges}
          onChoose={searchRange}
        >
          <Fields query={query} onChange={change} />
        </DateRangeFields>
=======
        <Ranges query={query} now={now} onChoose={searchRange} />
        <Fields query={query} problems={wasTried ? problems : {}} onChange={change} />
>>>>>>> lane-admin
        <Actions>
          <Button type="submit" variant="primary" isPending={isSearching}>
            {auditMessages.search}
          </Button>
          {isSearching && <Button onPress={onStop}>{auditMessages.stop}</Button>}
        </Actions>
      </Form>
    </Card>
  );
}

interface RangesProps {
  readonly query: AuditQuery;
  readonly now: number;
  readonly onChoose: (range: DateRange) => void;
}

/** Ranges of days of which one press searches at once. */
function Ranges({ query, now, onChoose }: RangesProps): ReactNode {
  const chosen = rangeOf(query, now);
  return (
    <div className={styles['ranges']}>
      <div role="group" aria-label={auditMessages.quickRanges}>
        <Actions>
          {auditRanges.map((range) => (
            <Button
              key={range.id}
              size="small"
              aria-pressed={range === chosen}
              onPress={() => onChoose(range.at(Date.now()))}
            >
              {range.title}
            </Button>
          ))}
        </Actions>
      </div>
      <span className={styles['zone']}>{auditMessages.zone(ownTimeZone())}</span>
    </div>
  );
}

const plainText = { autoComplete: 'off', spellCheck: 'false' } as const;

interface FieldsProps {
  readonly query: AuditQuery;
  readonly onChange: (changed: Partial<AuditQuery>) => void;
}

function Fields({ query, onChange }: FieldsProps): ReactNode {
  return (
    <>
      <TextField
        {...plainText}
        label={auditMessages.account}
        description={auditMessages.accountHint}
        value={query.account}
        onChange={(account) => onChange({ account })}
      />
      <TextField
        {...plainText}
        label={auditMessages.imei}
        description={auditMessages.imeiHint}
        inputMode="numeric"
        digits
        value={query.imei}
        onChange={(imei) => onChange({ imei: cleanImei(imei) })}
      />
      <Select
        label={auditMessages.call}
        options={callOptions}
        value={query.called}
        onChange={(called) => onChange({ called })}
      />
      <Select
        label={auditMessages.outcome}
        options={outcomeOptions}
        value={query.outcome}
        onChange={(outcome) => onChange({ outcome })}
      />
    </>
  );
}
