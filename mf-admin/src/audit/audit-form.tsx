import { useState, type ReactNode } from 'react';
import { ownTimeZone, quickRanges, rangeProblems } from '@device-console/shared-lib/console';
import { auditKinds, auditOutcomes, cleanImei, textKinds } from '@device-console/shared-lib/contract';
import { Actions, Button, Card, Form, Select, TextField, type SelectOption } from '@device-console/shared-lib/ui';
import { DateRangeFields } from '@device-console/shared-lib/ui/date-range';
import { auditMessages } from '../messages.ts';
import { ANY, rangeOf, type AuditQuery } from './audit-query.ts';
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
  const chosen = rangeOf(query, now);
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
        <DateRangeFields
          startLabel={auditMessages.startDate}
          endLabel={auditMessages.endDate}
          value={query}
          onChange={change}
          problems={wasTried ? problems : undefined}
          choicesLabel={auditMessages.quickRanges}
          choices={quickRanges.map((range) => ({ ...range, isChosen: range === chosen }))}
          onChoose={searchRange}
          note={auditMessages.zone(ownTimeZone())}
        >
          <Fields query={query} onChange={change} />
        </DateRangeFields>
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
        maxLength={textKinds.line.most}
        onChange={(account) => onChange({ account })}
      />
      <TextField
        {...plainText}
        label={auditMessages.imei}
        description={auditMessages.imeiHint}
        inputMode="numeric"
        digits
        maxLength={textKinds.line.most}
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
