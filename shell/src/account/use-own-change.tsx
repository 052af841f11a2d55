import { useState, type ReactNode } from 'react';
import type { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, useSends, useConsole, type FailureNotice } from '@device-console/shared-lib/console';
import type { AnswerOf, BodyOf, calls } from '@device-console/shared-lib/contract';
import { Notice } from '@device-console/shared-lib/ui';
import { ConfirmDialog, type ConfirmDialogProps } from '@device-console/shared-lib/ui/dialog';
import { t } from '../t.ts';

type OwnChange = (typeof calls)[
  | 'changePassword'
  | 'endSessions'
  | 'confirmTotp'
  | 'confirmPasskey'
  | 'removeFactor'
  | 'renewRecoveryCodes'];

type OwnChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly text: string }
  | { readonly status: 'failed'; readonly failure: FailureNotice };

/**
 * Sends a change of one's own account; the same again after an unknown outcome has the same transactionId (D2). `send`
 * resolves with the answer, or undefined if it failed; `notice` shows the last result, `failure` if it is one.
 */
export function useOwnChange() {
  const { api } = useConsole();
  const [state, setState] = useState<OwnChangeState>({ status: 'idle' });
  const sends = useSends();
  const send = async <Call extends OwnChange>(call: Call, body: BodyOf<Call>): Promise<AnswerOf<Call> | undefined> => {
    setState({ status: 'sending' });
    const result = await sends.send({ key: `own ${call.path}`, content: body }, (transactionId) =>
      api.call(call, body, { transactionId }),
    );
    if (result.kind === 'failed') {
      setState({ status: 'failed', failure: failureOf(result.error) });
      return undefined;
    }
    setState({ status: 'done', text: result.answer.message });
    return result.answer;
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

interface Question extends Pick<ConfirmDialogProps, 'title' | 'message' | 'confirmLabel'> {
  readonly run: (send: ReturnType<typeof useOwnChange>['send']) => Promise<unknown>;
}

/** A change of one's own account, after a question; render `dialog`. */
export function useAskedChange() {
  const [question, ask] = useState<Question | null>(null);
  const { isSending, send, notice } = useOwnChange();
  const confirm = async ({ run }: Question): Promise<void> => {
    await run(send);
    ask(null);
  };
  const dialog = question && (
    <ConfirmDialog
      {...question}
      tone="danger"
      isOpen
      isPending={isSending}
      onConfirm={() => void confirm(question)}
      onCancel={() => ask(null)}
    />
  );
  return { ask, dialog, notice };
}
