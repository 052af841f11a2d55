import type { ReactNode } from 'react';
import { useConsole } from '@device-console/shared-lib/console';
import { Columns, ImeiField, Select, TextField } from '@device-console/shared-lib/ui';
import {
  dateRule,
  amountProblem,
  dayOf,
  dayProblem,
  nameProblem,
  paddedAmount,
  typedAmount,
  type NotificationDraft,
} from './notification-draft.ts';
import { currencySign, templateByCode, templateOptions } from './templates.ts';
import { t } from '../t.ts';

const dateHints = { Pre: t('Today or later'), Due: t('Always today'), Post: t('Today or earlier') } as const;

interface NotificationFieldsProps {
  readonly draft: NotificationDraft;
  readonly today: string;
  /** The form was submitted: missing fields are marked. */
  readonly wasTried: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (fields: Partial<NotificationDraft>) => void;
}

/** All required (T1, T2). */
export function NotificationFields(props: NotificationFieldsProps): ReactNode {
  const { draft, today, wasTried, isDisabled, onChange } = props;
  const { currency } = useConsole().config;
  const template = templateByCode(draft.code);
  return (
    <>
      <Columns of="fields">
        <TextField
          label={t('Name')}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          validate={nameProblem}
          autoFocus
          isRequired
          isDisabled={isDisabled}
          autoComplete="off"
          maxLength={100}
        />
        <ImeiField value={draft.imei} onChange={(imei) => onChange({ imei })} isRequired isReadOnly={isDisabled} />
      </Columns>
      <Columns of="fields">
        <Select
          label={t('Template')}
          placeholder={t('Choose a template')}
          options={templateOptions}
          value={templateOptions.find(({ value }) => value === draft.code)?.value ?? ''}
          onChange={(code) => onChange({ code })}
          isDisabled={isDisabled}
          errorMessage={wasTried && !template ? t('Please select a template') : undefined}
        />
        <TextField
          label={t('EMI amount')}
          value={draft.amount}
          prefix={currencySign(currency)}
          inputMode="decimal"
          digits
          autoComplete="off"
          onChange={(text) => onChange({ amount: typedAmount(text, draft.amount) })}
          onBlur={() => draft.amount !== paddedAmount(draft.amount) && onChange({ amount: paddedAmount(draft.amount) })}
          validate={amountProblem}
          isRequired
          isDisabled={isDisabled}
        />
        <DateField draft={draft} today={today} isDisabled={isDisabled} onChange={onChange} />
      </Columns>
    </>
  );
}

/** Disabled and today for Due, from today on for Pre, up to today for Post (T2). */
function DateField({ draft, today, isDisabled, onChange }: Omit<NotificationFieldsProps, 'wasTried'>): ReactNode {
  const template = templateByCode(draft.code);
  const { min, max, isToday } = dateRule(template, today);
  return (
    <TextField
      // A new field on disabling or enabling: a fault of the chosen day does not apply to today.
      key={isToday ? 'today' : 'chosen'}
      label={t('Date')}
      type="date"
      value={dayOf(draft, today)}
      min={min}
      max={max}
      onChange={(day) => onChange({ day })}
      description={template && dateHints[template]}
      validate={(day) => dayProblem(template, day, today)}
      isRequired
      isDisabled={isDisabled || isToday}
    />
  );
}
