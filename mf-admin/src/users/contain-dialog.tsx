import { useState, type ReactNode } from 'react';
import { calls, type ContainmentAnswer } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Stack, TextField } from '@device-console/shared-lib/ui';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import { ConfirmDialog, isReason, ReasonField } from '@device-console/shared-lib/ui/dialog';
import { useChange, type ChangeListener } from '../change/use-change.tsx';
import { ContainmentSummary } from './containment-summary.tsx';
import { t } from '../t.ts';

interface Draft {
  /** Of the browser's time field: the operator's time, without a zone. */
  readonly since: string;
  readonly reason: string;
  readonly made: boolean;
}

export interface ContainDialogProps {
  readonly email: string;
  readonly listener: ChangeListener;
  readonly onCancel: () => void;
}

const isAhead = (since: string): boolean => since !== '' && new Date(since).getTime() > Date.now();

/** Asks, contains an account, and shows what was done and what the account had done (S32 to S35). */
export function ContainDialog({ email, listener, onCancel }: ContainDialogProps): ReactNode {
  const { api } = useConsole();
  const [draft, setDraft] = useState<Draft>({ since: '', reason: '', made: true });
  const [answer, setAnswer] = useState<ContainmentAnswer | null>(null);
  const { state, send } = useChange({
    run: ({ since, reason, made }: Draft, transactionId) => {
      const time = since === '' ? {} : { since: new Date(since).toISOString() };
      return api.call(calls.containAccount, { email, reason, made, ...time }, { transactionId });
    },
    done: setAnswer,
    failed: listener.failed,
  });
  if (answer) {
    const close = (): void => listener.done(t('{email} is contained.', { email }));
    return <ContainmentSummary email={email} answer={answer} onClose={close} />;
  }
  return (
    <ConfirmDialog
      title={t('Contain this account?')}
      message={t(
        'Do this when somebody else may be using {email}. It takes effect at once, and only a superadmin can let ' +
          'the owner in again.',
        { email },
      )}
      confirmLabel={t('Contain')}
      tone="danger"
      size="wide"
      isOpen
      isPending={state.status === 'sending'}
      isConfirmDisabled={!isReason(draft.reason) || isAhead(draft.since)}
      onConfirm={() => send({ ...draft, reason: draft.reason.trim() })}
      onCancel={onCancel}
    >
      <Effects />
      <Fields draft={draft} onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))} />
    </ConfirmDialog>
  );
}

function Effects(): ReactNode {
  return (
    <ul aria-label={t('What happens')}>
      {[
        t('All sessions end, all API keys are revoked for good, and its password and mailed links stop ' + 'working.'),
        t(
          'Its commands that have not left yet are cancelled, its batches are held, and its requests for an ' +
            'approval refused.',
        ),
        t('Nothing that phones have received is undone. You see afterwards what they were sent.'),
      ].map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly onChange: (changed: Partial<Draft>) => void;
}

function Fields({ draft, onChange }: FieldsProps): ReactNode {
  return (
    <Stack>
      <TextField
        label={t('Since when may somebody else have used the account?')}
        description={t(
          'Second factors added since then are removed, and what the account did since then is counted. Left empty: ' +
            'all second factors, and the last 24 hours.',
        )}
        type="datetime-local"
        value={draft.since}
        onChange={(since) => onChange({ since })}
        errorMessage={isAhead(draft.since) ? t('This time is in the future.') : undefined}
        isOptional
      />
      <Checkbox isSelected={draft.made} onChange={(made) => onChange({ made })}>
        {t('Contain the accounts that it made since then, too')}
      </Checkbox>
      <ReasonField value={draft.reason} onChange={(reason) => onChange({ reason })} />
    </Stack>
  );
}
