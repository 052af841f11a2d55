import { useState, type ReactNode } from 'react';
import { quickRanges, rangeProblems } from '@device-console/shared-lib/console';
import { auditOutcomes, cleanImei } from '@device-console/shared-lib/contract';
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
import { auditMessages } from '../messages.ts';
import { ANY, type AuditQuestion } from './audit-question.ts';
import { callChoices, outcomeTitles } from './call-words.ts';

const callOptions = [{ value: ANY, title: auditMessages.allCalls }, ...callChoices];
const outcomeOptions: readonly SelectOption<AuditQuestion['outcome']>[] = [
  { value: ANY, title: auditMessages.allOutcomes },
  ...auditOutcomes.map((value) => ({ value, title: outcomeTitles[value] })),
];

interface AuditFormProps {
  readonly question: AuditQuestion;
  readonly isSearching: boolean;
  readonly onChange: (question: AuditQuestion) => void;
  readonly onSearch: (question: AuditQuestion) => void;
  readonly onStop: () => void;
}

/** The days and filters of a search; a quick range searches at once. */
export function AuditForm({ question, isSearching, onChange, onSearch, onStop }: AuditFormProps): ReactNode {
  const [wasTried, setWasTried] = useState(false);
  const problems = rangeProblems(question);
  const shown = wasTried ? problems : {};
  const change = (changed: Partial<AuditQuestion>): void => onChange({ ...question, ...changed });
  const submit = (): void => {
    setWasTried(true);
    if (Object.keys(problems).length === 0) onSearch(question);
  };
  const searchRange = (range: Pick<AuditQuestion, 'start' | 'end'>): void => {
    const ranged = { ...question, ...range };
    onChange(ranged);
    onSearch(ranged);
  };
  const texts = { autoComplete: 'off', spellCheck: 'false' } as const;
  return (
    <Card title={auditMessages.search}>
      <Form aria-label={auditMessages.title} onSubmit={submit}>
        <Columns of="fields">
          <TextField
            label={auditMessages.startDate}
            type="date"
            value={question.start}
            onChange={(start) => change({ start })}
            errorMessage={shown.start}
          />
          <TextField
            label={auditMessages.endDate}
            type="date"
            value={question.end}
            onChange={(end) => change({ end })}
            errorMessage={shown.end}
          />
          <TextField
            {...texts}
            label={auditMessages.account}
            description={auditMessages.accountHint}
            value={question.account}
            onChange={(account) => change({ account })}
          />
          <TextField
            {...texts}
            label={auditMessages.imei}
            description={auditMessages.imeiHint}
            inputMode="numeric"
            digits
            value={question.imei}
            onChange={(imei) => change({ imei: cleanImei(imei) })}
          />
          <Select
            label={auditMessages.call}
            options={callOptions}
            value={question.called}
            onChange={(called) => change({ called })}
          />
          <Select
            label={auditMessages.outcome}
            options={outcomeOptions}
            value={question.outcome}
            onChange={(outcome) => change({ outcome })}
          />
        </Columns>
        <div role="group" aria-label={auditMessages.quickRanges}>
          <Actions>
            {quickRanges.map(({ title, at }) => (
              <Button key={title} size="small" onPress={() => searchRange(at(Date.now()))}>
                {title}
              </Button>
            ))}
          </Actions>
        </div>
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
