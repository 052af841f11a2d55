import { useCallback, useState, type ReactNode } from 'react';
import { textKinds } from '@device-console/shared-lib/contract';
import { TextField } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import type { ChangeFailure } from '../change/change-failure.ts';
import { useChange } from '../change/use-change.ts';
import { t } from '../t.ts';

const LEAST = 3;
const failureTexts = { refused: t('The server refused this without saying why.') };

export interface Asked {
  readonly title: string;
  readonly message: string;
  readonly tone: 'plain' | 'danger';
  readonly typedWord?: string | undefined;
  /** Carries it out and says what was done; must not change between renders. */
  readonly run: (reason: string, transactionId: string) => Promise<string>;
}

interface ReasonDialogProps {
  readonly asked: Asked;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
  readonly onCancel: () => void;
}

export function ReasonDialog({ asked, onDone, onFailed, onCancel }: ReasonDialogProps): ReactNode {
  const [reason, setReason] = useState('');
  const { run, ...question } = asked;
  const { state, send } = useChange(
    useCallback((given: string, transactionId: string) => run(given, transactionId), [run]),
    failureTexts,
  );
  const confirm = async (): Promise<void> => {
    const result = await send(reason.trim());
    if (result.status === 'done') onDone(result.answer);
    else onFailed(result.failure);
  };
  return (
    <ConfirmDialog
      {...question}
      confirmLabel={asked.title}
      isOpen
      isPending={state.status === 'sending'}
      isConfirmDisabled={reason.trim().length < LEAST}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    >
      <TextField
        label={t('Reason')}
        description={t('At least three letters; it stands in the audit.')}
        value={reason}
        onChange={setReason}
        isRequired
        maxLength={textKinds.reason.most}
      />
    </ConfirmDialog>
  );
}
