import { useState, type ReactNode } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import type { BodyOf, CallDefinition } from '@device-console/shared-lib/contract';
import { ConfirmDialog, isReason, ReasonField } from '@device-console/shared-lib/ui/dialog';
import type { ChangeFailure } from './change-failure.ts';
import { useChange } from './use-change.ts';
import { t } from '../t.ts';

const failureTexts = { refused: t('The server refused this without giving a reason.') };

/** The question before a change, and the change itself. */
export interface Question {
  readonly title: string;
  readonly message: string;
  readonly tone: 'plain' | 'danger';
  /** Default: the title. */
  readonly confirmLabel?: string | undefined;
  readonly typedWord?: string | undefined;
  /** The operator must give a reason, which the audit records. */
  readonly needsReason?: boolean | undefined;
  /** Sends the change; returns the text to show once it is done. */
  readonly run: (transactionId: string, reason: string) => Promise<string>;
}

/** Sends a change and reports what was done. */
export const sends =
  <C extends CallDefinition>(api: Pick<ApiClient, 'call'>, call: C, body: BodyOf<C>, text: string): Question['run'] =>
  async (transactionId) => {
    await api.call(call, body, { transactionId });
    return text;
  };

interface ConfirmChangeProps {
  readonly question: Question;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
  readonly onCancel: () => void;
}

/** Asks, sends once when confirmed, and stays open until the answer arrives (U4, K1). */
function ConfirmChange({ question, onDone, onFailed, onCancel }: ConfirmChangeProps): ReactNode {
  const { run, needsReason = false, confirmLabel = question.title, ...texts } = question;
  const [reason, setReason] = useState('');
  const { state, send } = useChange((given: string, transactionId) => run(transactionId, given), failureTexts);
  const confirm = async (): Promise<void> => {
    const result = await send(reason.trim());
    if (result.status === 'done') onDone(result.answer);
    else onFailed(result.failure);
  };
  return (
    <ConfirmDialog
      {...texts}
      confirmLabel={confirmLabel}
      isOpen
      isPending={state.status === 'sending'}
      isConfirmDisabled={needsReason && !isReason(reason)}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    >
      {needsReason && <ReasonField value={reason} onChange={setReason} />}
    </ConfirmDialog>
  );
}

interface Listener {
  readonly done: (text: string) => void;
  readonly failed: (failure: ChangeFailure) => void;
}

/** Asks one question at a time. The screen renders `dialog`; its list is told the result. */
export function useConfirm({ done, failed }: Listener): {
  readonly ask: (question: Question) => void;
  readonly dialog: ReactNode;
} {
  const [question, ask] = useState<Question | null>(null);
  const closed =
    <Result,>(tell: (result: Result) => void) =>
    (result: Result): void => {
      ask(null);
      tell(result);
    };
  const dialog = question && (
    <ConfirmChange question={question} onDone={closed(done)} onFailed={closed(failed)} onCancel={() => ask(null)} />
  );
  return { ask, dialog };
}
