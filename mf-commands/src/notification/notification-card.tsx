import { type ReactNode, useReducer, useState } from 'react';
import type { Command } from '@device-console/shared-lib/contract';
import { calendarDay, formatCount, useAddresses, useConsole } from '@device-console/shared-lib/console';
import {
  EarlierSends,
  repeatWarning,
  SingleOutcome,
  useSingleCommand,
} from '@device-console/shared-lib/single-command';
import {
  Actions,
  Button,
  Card,
  Columns,
  Digits,
  Form,
  ImeiField,
  Notice,
  Select,
  TextField,
} from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import type { SingleFormProps } from '../command/single-forms.tsx';
import {
  amountProblem,
  dateInWords,
  dateRule,
  dayOf,
  dayProblem,
  nameProblem,
  type NotificationDraft,
  paddedAmount,
  subjectOf,
  typedAmount,
  useToday,
} from './notification-draft.ts';
import {
  amountFormat,
  characterCount,
  currencySign,
  type NotificationSubject,
  type RenderedNotification,
  renderNotification,
  templateByCode,
  templateOptions,
  templates,
} from './templates.ts';
import { t } from '../t.ts';
import { HeaderNotSent } from './header-not-sent.tsx';
import { useReadyForNext } from '../command/ready-for-next.ts';
import { unlessImei, useScansOf } from '../command/use-scans-of.ts';

interface NotificationPreviewProps {
  readonly command: Command;
  readonly isOpen: boolean;
  readonly subject: NotificationSubject & { readonly imei: string };
  readonly rendered: RenderedNotification;
  /** What to know before the same is sent again (D2b). */
  readonly warning: string | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The message, its recipient and its length; nothing is sent until confirmed (T3). */
function NotificationPreview(props: NotificationPreviewProps): ReactNode {
  const { command, isOpen, subject, rendered, warning, onConfirm, onCancel } = props;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Preview of the notification')}
      message={t('This message will be sent. Please read it once more.')}
      confirmLabel={t.known(command.title)}
      cancelLabel={t('Back to the form')}
      size="wide"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <DefinitionList
        items={[
          { term: t('IMEI'), value: <Digits>{subject.imei}</Digits> },
          { term: t('Template'), value: templates[subject.template].title },
          { term: t('Date'), value: dateInWords(subject.date) },
          { term: t('Characters'), value: formatCount(characterCount(rendered.text)) },
        ]}
      />
      <Notice tone="info" title={rendered.header} announce="off">
        {rendered.text}
      </Notice>
      <HeaderNotSent />
      {warning !== null && <Notice tone="warning">{warning}</Notice>}
    </ConfirmDialog>
  );
}

/** Shown only where a file has the page: the form below is then folded until this opens it. */
function UnfoldForm(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <span data-part="unfold">
      <Button size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {isOpen ? t('Close the form') : t('Open the form')}
      </Button>
    </span>
  );
}

const empty: NotificationDraft = { name: '', imei: '', code: '', amount: '', day: '' };

const isToday = (day: string): boolean => calendarDay(Date.now()) === day;

/** A notification to one device: fill in, preview, confirm, send (T1 to T3, C6, C7, D2, D12). */
export function NotificationCard({ command, onTarget }: SingleFormProps): ReactNode {
  const { config } = useConsole();
  const { imei: given } = useAddresses();
  const [draft, setDraft] = useState<NotificationDraft>({ ...empty, imei: given ?? '' });
  const [wasTried, setTried] = useState(false);
  // The day of the preview: after midnight T2 may no longer allow the message.
  const [previewedOn, setPreviewedOn] = useState<string | null>(null);
  const single = useSingleCommand(command, command.variants[0]);
  const today = useToday();
  const [, look] = useReducer((count: number) => count + 1, 0);
  const { state, send, edit } = single;
  const isSending = state.status === 'sending';
  const subject = subjectOf(draft, today);
  const rendered = subject && renderNotification(subject, amountFormat(config.currency));
  const fields = rendered && { message: rendered.text, header: rendered.header, caseType: subject.template };

  const change = (fields: Partial<NotificationDraft>): void => {
    setPreviewedOn(null);
    setDraft((before) => ({ ...before, ...fields }));
    if (fields.imei !== undefined) onTarget?.(fields.imei);
    edit();
  };
  // The next device belongs to another person: name, amount and day do not apply.
  const form = useReadyForNext(single, draft.imei, () => {
    setDraft({ ...empty, code: draft.code });
    setTried(false);
  });
  const preview = (): void => {
    setTried(true);
    if (subject && !isSending) setPreviewedOn(today);
  };
  const confirm = (): void => {
    if (!isToday(today)) look();
    if (!subject || !fields || previewedOn === null || !isToday(previewedOn)) return;
    setPreviewedOn(null);
    void send(subject.imei, fields);
  };

  return (
    <Card title={t('One device')} actions={<UnfoldForm />}>
      <EarlierSends command={command} earlier={single.earlier} />
      <div ref={form} onInvalidCapture={() => setTried(true)}>
        <Form aria-label={t.known(command.title)} onSubmit={preview}>
          <NotificationFields
            command={command}
            draft={draft}
            today={today}
            wasTried={wasTried}
            isDisabled={isSending}
            onChange={change}
          />
          <Actions>
            <Button type="submit" variant="primary" isPending={isSending}>
              {t('Preview message')}
            </Button>
          </Actions>
        </Form>
      </div>
      {previewedOn !== null && previewedOn !== today && (
        <Notice tone="warning">
          {t(
            'A new day has begun since the message was shown. Check the date, then preview the message again; ' +
              'nothing was sent.',
          )}
        </Notice>
      )}
      <SingleOutcome command={command} state={state} />
      {subject && rendered && (
        <NotificationPreview
          command={command}
          isOpen={previewedOn === today}
          subject={subject}
          rendered={rendered}
          warning={repeatWarning(single.repeats(subject.imei, fields ?? undefined), config)}
          onConfirm={confirm}
          onCancel={() => setPreviewedOn(null)}
        />
      )}
    </Card>
  );
}

const dateHints = { Pre: t('Today or later'), Due: t('Always today'), Post: t('Today or earlier') } as const;

interface NotificationFieldsProps {
  readonly command: Command;
  readonly draft: NotificationDraft;
  readonly today: string;
  /** The form was submitted: missing fields are marked. */
  readonly wasTried: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (fields: Partial<NotificationDraft>) => void;
}

/** All required (T1, T2). */
function NotificationFields(props: NotificationFieldsProps): ReactNode {
  const { command, draft, today, wasTried, isDisabled, onChange } = props;
  const scans = useScansOf(command, (text) => (isDisabled ? 'incomplete' : unlessImei(text)));
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
        <ImeiField
          value={draft.imei}
          onChange={(imei) => onChange({ imei })}
          isRequired
          isReadOnly={isDisabled}
          scans={scans}
        />
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
function DateField({
  draft,
  today,
  isDisabled,
  onChange,
}: Omit<NotificationFieldsProps, 'command' | 'wasTried'>): ReactNode {
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
