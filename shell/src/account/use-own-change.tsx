import { useRef, useState, type ReactNode } from 'react';
import type { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, RepeatableSender, type FailureNotice } from '@device-console/shared-lib/console';
import { Notice } from '@device-console/shared-lib/ui';
import { ConfirmDialog, type ConfirmDialogProps } from '@device-console/shared-lib/ui/dialog';
import { t } from '../t.ts';

type OwnChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly text: string }
  | { readonly status: 'failed'; readonly failure: FailureNotice };

type RunOwnChange<Input> = (input: Input, transactionId: string) => Promise<{ readonly message: string }>;

/**
 * Sends a change of one's own account; the same again after an unknown outcome has the same transactionId (D2). `send`
 * resolves with true when done; `notice` shows the last result, `failure` if it is one.
 */
export function useOwnChange<Input>(run: RunOwnChange<Input>) {
  const [state, setState] = useState<OwnChangeState>({ status: 'idle' });
  const sender = useRef(new RepeatableSender());
  const send = async (input: Input): Promise<boolean> => {
    setState({ status: 'sending' });
    const result = await sender.current.send({ key: '', content: input }, (id) => run(input, id));
    setState(
      result.kind === 'done'
        ? { status: 'done', text: result.answer.message }
        : { status: 'failed', failure: failureOf(result.error) },
    );
    return result.kind === 'done';
  };
  const failure = state.status === 'failed' ? state.failure : null;
  return { isSending: state.status === 'sending', failure, send, notice: noticeOf(state) };
}

function failureOf(error: ApiError): FailureNotice & { readonly title?: string } {
  if (error.outcome === 'refused')
    return {
      children: error.serverMessage ?? t('The server refused this without giving a reason.'),
      details: undefined,
    };
  const title = t('The outcome is not known. Reload the list before you try again.');
  return { ...failureNotice(error), ...(error.outcome === 'unknown' && { title }) };
}

function noticeOf(state: OwnChangeState): ReactNode {
  if (state.status === 'failed') return <Notice tone="danger" {...state.failure} />;
  return state.status === 'done' && <Notice tone="success">{state.text}</Notice>;
}

interface AskedChange<Input> {
  readonly questionOf: (wanted: Input) => Pick<ConfirmDialogProps, 'title' | 'message' | 'confirmLabel'>;
  readonly run: RunOwnChange<Input>;
  readonly onSettled: (isDone: boolean) => void;
}

/** A change of one's own account, after a question. */
export function useAskedChange<Input>({ questionOf, run, onSettled }: AskedChange<Input>) {
  const [wanted, ask] = useState<Input | null>(null);
  const { isSending, send, notice } = useOwnChange(run);
  const confirm = async (input: Input): Promise<void> => {
    const isDone = await send(input);
    ask(null);
    onSettled(isDone);
  };
  const dialog = wanted !== null && (
    <ConfirmDialog
      {...questionOf(wanted)}
      tone="danger"
      isOpen
      isPending={isSending}
      onConfirm={() => void confirm(wanted)}
      onCancel={() => ask(null)}
    />
  );
  return { ask: (input: Input) => ask(() => input), dialog, notice };
}
