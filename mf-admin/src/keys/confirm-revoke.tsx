import { useCallback, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import type { ChangeFailure } from '../change/change-failure.ts';
import { ConfirmChangeDialog } from '../change/confirm-change-dialog.tsx';
import { t } from '../t.ts';

interface ConfirmRevokeProps {
  /** E-mail of the account whose keys are to be revoked. */
  readonly owner: string;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
  readonly onCancel: () => void;
}

/** Asks before all keys of an account are revoked for good, and carries it out (K3). */
export function ConfirmRevoke({ owner, ...rest }: ConfirmRevokeProps): ReactNode {
  const { api } = useConsole();
  const run = useCallback(
    (email: string, transactionId: string) => api.call(calls.revokeKeys, { email }, { transactionId }),
    [api],
  );
  const asked = {
    title: t('Revoke all keys of this account?'),
    message: t(
      'Every API key of {owner} is refused at once and for good: none of them can be activated again. Commands ' +
        'accepted before that are still carried out.',
      { owner },
    ),
    confirmLabel: t('Revoke all'),
    tone: 'danger',
    doneText: t('All keys of {owner} are revoked.', { owner }),
  } as const;
  return <ConfirmChangeDialog {...rest} input={owner} run={run} asked={asked} />;
}
