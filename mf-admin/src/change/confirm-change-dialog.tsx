import type { ReactNode } from 'react';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import type { ChangeFailure } from './change-failure.ts';
import { useChange } from './use-change.ts';
import { t } from '../t.ts';

/** A question, and what is said once it is done. */
export interface ConfirmText {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
  readonly tone: 'plain' | 'danger';
  readonly doneText: string;
}

interface ConfirmChangeDialogProps<Input> {
  readonly asked: ConfirmText;
  readonly input: Input;
  /** Must not change between renders (useCallback). */
  readonly run: (input: Input, transactionId: string) => Promise<unknown>;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
  readonly onCancel: () => void;
}

const failureTexts = { refused: t('The server refused this without saying why.') };

/** Asks, sends once when confirmed, and stays open until the answer is there (U4, K1). */
export function ConfirmChangeDialog<Input>({
  asked: { doneText, ...question },
  input,
  run,
  onDone,
  onFailed,
  onCancel,
}: ConfirmChangeDialogProps<Input>): ReactNode {
  const { state, send } = useChange(run, failureTexts);
  const confirm = async (): Promise<void> => {
    const result = await send(input);
    if (result.status === 'done') onDone(doneText);
    else onFailed(result.failure);
  };
  return (
    <ConfirmDialog
      {...question}
      isOpen
      isPending={state.status === 'sending'}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    />
  );
}
