import { useState, type ReactNode } from 'react';
import { type BodyOf, calls, type ContainmentAnswer } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { TextField } from '@device-console/shared-lib/ui';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { useChange, type ChangeListener } from '../change/use-change.tsx';
import { ContainmentSummary } from './containment-summary.tsx';
import { t } from '../t.ts';

export interface ContainDialogProps {
  readonly email: string;
  readonly listener: ChangeListener;
  readonly onCancel: () => void;
}

const isAhead = (since: string): boolean => since !== '' && new Date(since).getTime() > Date.now();

/** Asks, contains an account, and shows what was done and what the account had done (S32 to S35). */
export function ContainDialog({ email, listener, onCancel }: ContainDialogProps): ReactNode {
  const { api } = useConsole();
  /** Of the browser's time field: the operator's time, without a zone. */
  const [since, setSince] = useState('');
  const [made, setMade] = useState(true);
  const [answer, setAnswer] = useState<ContainmentAnswer | null>(null);
  const { state, send } = useChange({
    name: calls.containAccount.path,
    subjectOf: () => email,
    run: (body: BodyOf<typeof calls.containAccount>, transactionId) =>
      api.call(calls.containAccount, body, { transactionId }),
    done: setAnswer,
    failed: listener.failed,
  });
  const contain = (reason: string): void =>
    send({ email, reason, made, ...(since !== '' && { since: new Date(since).toISOString() }) });
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
      needsReason
      isConfirmDisabled={isAhead(since)}
      onConfirm={contain}
      onCancel={onCancel}
    >
      <ul aria-label={t('What happens')}>
        <li>
          {t('All sessions end, all API keys are revoked for good, and its password and mailed links stop working.')}
        </li>
        <li>
          {t(
            'Its commands that have not left yet are cancelled, its batches are held, and its requests for an ' +
              'approval refused.',
          )}
        </li>
        <li>{t('Nothing that phones have received is undone. You will see afterwards what was sent to them.')}</li>
      </ul>
      <TextField
        label={t('Since when may somebody else have used the account?')}
        description={t(
          'Second factors added since then are removed, and what the account did since then is counted. Left empty: ' +
            'all second factors, and the last 24 hours.',
        )}
        type="datetime-local"
        value={since}
        onChange={setSince}
        errorMessage={isAhead(since) ? t('This time is in the future.') : undefined}
        isOptional
      />
      <Checkbox isSelected={made} onChange={setMade}>
        {t('Contain the accounts that it made since then, too')}
      </Checkbox>
    </ConfirmDialog>
  );
}
