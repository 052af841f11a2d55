import { useState, type ReactNode } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import type { BodyOf, CallDefinition } from '@device-console/shared-lib/contract';
import { ConfirmDialog, isReason, ReasonField } from '@device-console/shared-lib/ui/dialog';
import { tellAfter, useChange, type ChangeListener } from './use-change.ts';

export interface Question {
  readonly title: string;
  readonly message: string;
  readonly tone: 'plain' | 'danger';
  /** Default: the title. */
  readonly confirmLabel?: string | undefined;
  readonly typedWord?: string | undefined;
  /** The audit records the reason. */
  readonly needsReason?: boolean | undefined;
  /** Returns the text to show once it is done. */
  readonly run: (transactionId: string, reason: string) => Promise<string>;
}

/** Returns `text` once done. */
export const sends =
  <C extends CallDefinition>(api: Pick<ApiClient, 'call'>, call: C, body: BodyOf<C>, text: string): Question['run'] =>
  async (transactionId) => {
    await api.call(call, body, { transactionId });
    return text;
  };

interface ConfirmChangeProps {
  readonly question: Question;
  readonly listener: ChangeListener;
  readonly onCancel: () => void;
}

/** Sends once when confirmed, and stays open until the answer (U4, K1). */
function ConfirmChange({ question, listener, onCancel }: ConfirmChangeProps): ReactNode {
  const { run, needsReason = false, confirmLabel = question.title, ...texts } = question;
  const [reason, setReason] = useState('');
  const { state, send } = useChange({
    run: (given: string, transactionId) => run(transactionId, given),
    ...listener,
  });
  return (
    <ConfirmDialog
      {...texts}
      confirmLabel={confirmLabel}
      isOpen
      isPending={state.status === 'sending'}
      isConfirmDisabled={needsReason && !isReason(reason)}
      onConfirm={() => send(reason.trim())}
      onCancel={onCancel}
    >
      {needsReason && <ReasonField value={reason} onChange={setReason} />}
    </ConfirmDialog>
  );
}

/** Asks one question at a time; render `dialog`. `listener` hears the result. */
export function useConfirm(listener: ChangeListener): {
  readonly ask: (question: Question) => void;
  readonly dialog: ReactNode;
} {
  const [question, ask] = useState<Question | null>(null);
  const close = (): void => ask(null);
  const dialog = question && (
    <ConfirmChange question={question} listener={tellAfter(close, listener)} onCancel={close} />
  );
  return { ask, dialog };
}
