import { useState, type ReactNode } from 'react';
import { registrationFilters, type ReportDefinition } from '@device-console/shared-lib/contract';
import { Actions, Button, Card, Form, Select } from '@device-console/shared-lib/ui';
import {
  DateRangeFields,
  quickRanges,
  rangeProblems,
  writtenRange,
  type DateRange,
} from '@device-console/shared-lib/ui/date-range';
import type { ReportInputs } from './report-question.ts';
import { t } from '../t.ts';

interface ReportFormProps {
  readonly definition: ReportDefinition;
  readonly inputs: ReportInputs;
  readonly timeZone: string;
  readonly isFetching: boolean;
  /** There is something to give up: what is being fetched, or inputs that differ from those of the beginning. */
  readonly canCancel: boolean;
  readonly onChange: (inputs: ReportInputs) => void;
  readonly onSubmit: (inputs: ReportInputs) => void;
  readonly onCancel: () => void;
  /** What can be done with the report that is there: View, and Download (R1). */
  readonly children: ReactNode;
}

/** The days, the registration filter where there are registrations, and Submit and Cancel (R1, R2). */
export function ReportForm(props: ReportFormProps): ReactNode {
  const { definition, inputs, timeZone, isFetching, canCancel, onChange, onSubmit, onCancel, children } = props;
  const [wasTried, setWasTried] = useState(false);
  const problems = rangeProblems(inputs);
  const submit = (): void => {
    setWasTried(true);
    if (Object.keys(problems).length === 0) onSubmit(inputs);
  };
  const choose = (range: DateRange): void => onSubmit({ ...inputs, ...range });
  return (
    <Card
      title={t('Days')}
      description={t('Which days of {report} are wanted; a range searches at once.', {
        report: t.known(definition.title),
      })}
    >
      <Form aria-label={t.known(definition.title)} onSubmit={submit}>
        <DateRangeFields
          startLabel={t('StartDate')}
          endLabel={t('EndDate')}
          value={inputs}
          onChange={(range) => onChange({ ...inputs, ...range })}
          problems={wasTried ? problems : undefined}
          choicesLabel={t('Range')}
          choices={quickRanges}
          onChoose={choose}
          timeZone={timeZone}
          note={noteOf(inputs, timeZone)}
        >
          {definition.kind === 'registrations' && (
            <Select
              label={t('Registration Filter')}
              options={registrationFilters.map(({ value, title }) => ({ value, title: t.known(title) }))}
              value={inputs.match}
              onChange={(match) => onChange({ ...inputs, match })}
            />
          )}
        </DateRangeFields>
        <Actions>
          <Button type="submit" variant="primary" isPending={isFetching}>
            {t('Submit')}
          </Button>
          <Button isDisabled={!canCancel} onPress={onCancel}>
            {t('Cancel')}
          </Button>
          {children}
        </Actions>
      </Form>
    </Card>
  );
}

function noteOf(inputs: ReportInputs, timeZone: string): string {
  return Object.keys(rangeProblems(inputs)).length === 0
    ? t('{range}, days of {zone}', { range: writtenRange(inputs), zone: timeZone })
    : t('Days of {zone}', { zone: timeZone });
}
