import { useState, type ReactNode } from 'react';
import { quickRanges, rangeProblems, type DateRange } from '@device-console/shared-lib/console';
import { registrationFilters, type ReportDefinition } from '@device-console/shared-lib/contract';
import { Actions, Button, Card, Columns, Form, Select, TextField } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import type { ReportQuestion } from './fetch-report.ts';
import { t } from '../t.ts';

/** What the operator has put in (R1, R2). */
export interface ReportInputs extends DateRange {
  readonly match: ReportQuestion['match'];
}

interface ReportFormProps {
  readonly definition: ReportDefinition;
  readonly inputs: ReportInputs;
  /** Whose days the quick ranges count. */
  readonly timeZone: string;
  readonly isFetching: boolean;
  readonly onChange: (inputs: ReportInputs) => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

/** The days, the registration filter where there are registrations, and Submit and Cancel (R1, R2). */
export function ReportForm({
  definition,
  inputs,
  timeZone,
  isFetching,
  onChange,
  onSubmit,
  onCancel,
}: ReportFormProps): ReactNode {
  const [wasTried, setWasTried] = useState(false);
  const problems = rangeProblems(inputs);
  const submit = (): void => {
    setWasTried(true);
    if (Object.keys(problems).length === 0) onSubmit();
  };
  return (
    <Card title={t.known(definition.title)}>
      <Form aria-label={t.known(definition.title)} onSubmit={submit}>
        <Fields
          inputs={inputs}
          problems={wasTried ? problems : {}}
          hasFilter={definition.kind === 'registrations'}
          onChange={onChange}
        />
        <div role="group" aria-label={messages.quickRanges}>
          <Actions>
            {quickRanges.map(({ title, at }) => (
              <Button key={title} size="small" onPress={() => onChange({ ...inputs, ...at(Date.now(), timeZone) })}>
                {title}
              </Button>
            ))}
          </Actions>
        </div>
        <Actions>
          <Button type="submit" variant="primary" isPending={isFetching}>
            {messages.submit}
          </Button>
          <Button onPress={onCancel}>{messages.cancel}</Button>
        </Actions>
      </Form>
    </Card>
  );
}

interface FieldsProps extends Pick<ReportFormProps, 'inputs' | 'onChange'> {
  readonly problems: ReturnType<typeof rangeProblems>;
  readonly hasFilter: boolean;
}

function Fields({ inputs, problems, hasFilter, onChange }: FieldsProps): ReactNode {
  return (
    <Columns of="fields">
      <TextField
        label={messages.startDate}
        type="date"
        value={inputs.start}
        onChange={(start) => onChange({ ...inputs, start })}
        errorMessage={problems.start}
      />
      <TextField
        label={messages.endDate}
        type="date"
        value={inputs.end}
        onChange={(end) => onChange({ ...inputs, end })}
        errorMessage={problems.end}
      />
      {hasFilter && (
        <Select
          label={messages.filter}
          options={registrationFilters}
          value={inputs.match}
          onChange={(match) => onChange({ ...inputs, match })}
        />
      )}
    </Columns>
  );
}
