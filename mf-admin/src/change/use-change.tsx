import { type ReactNode, useState } from 'react';
import type { ApiClient, ApiError } from '@device-console/shared-lib/api';
import { failureNotice, useSends } from '@device-console/shared-lib/console';
import { Notice } from '@device-console/shared-lib/ui';
import type { BodyOf, CallDefinition } from '@device-console/shared-lib/contract';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { t } from '../t.ts';

/** A change that failed or may have. `text`: the specification's or server's words. */
export type ChangeFailure =
  | { readonly outcome: 'refused'; readonly text: string; readonly field?: string | undefined }
  /** Nothing was sent, or it may have been done; `why` gives the cause. */
  | { readonly outcome: 'not-sent' | 'unknown'; readonly text: string; readonly why: ReturnType<typeof failureNotice> };

/** For failures without words of the server. */
export interface FailureTexts {
  readonly refused: string;
  /** For an unreadable or missing answer. Default: the outcome is unknown, or nothing was sent. */
  readonly exception?: string | undefined;
}

const usualTexts: FailureTexts = { refused: t('The server refused this without giving a reason.') };
const exceptions = { unknown: t('The outcome is not known'), 'not-sent': t('Nothing was sent') } as const;

/** The server's own words if it refused (U2 to U4, C7). */
function failureOf(error: ApiError, { refused, exception }: FailureTexts): ChangeFailure {
  const { outcome, serverMessage, field } = error;
  if (outcome === 'refused') return { outcome, text: serverMessage ?? refused, field };
  return { outcome, text: exception ?? exceptions[outcome], why: failureNotice(error) };
}

export type ChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'failed'; readonly failure: ChangeFailure };

interface ChangeOptions<Input, Answer> {
  /** What is sent, such as the path of its call; part of what tells one change from another. */
  readonly name: string;
  /** What the change concerns, such as an account: any other change of it ends the chance to repeat this one (D2). */
  readonly subjectOf: (input: Input) => string;
  readonly run: (input: Input, transactionId: string) => Promise<Answer>;
  readonly texts?: FailureTexts;
  readonly done: (answer: Answer, input: Input) => void;
  readonly failed?: (failure: ChangeFailure) => void;
}

/**
 * Sends a change once, never again automatically. A repetition after an unknown outcome has the same transactionId,
 * also from a dialog opened anew (D2, D2e). The answer is passed on and not kept.
 */
export function useChange<Input, Answer>(options: ChangeOptions<Input, Answer>) {
  const { name, subjectOf, run, texts = usualTexts, done, failed } = options;
  const sends = useSends();
  const [state, setState] = useState<ChangeState>({ status: 'idle' });
  const send = async (input: Input): Promise<void> => {
    setState({ status: 'sending' });
    const result = await sends.send({ key: `change ${subjectOf(input)}`, content: [name, input] }, (id) =>
      run(input, id),
    );
    if (result.kind === 'done') {
      setState({ status: 'idle' });
      done(result.answer, input);
    } else {
      const failure = failureOf(result.error, texts);
      setState({ status: 'failed', failure });
      failed?.(failure);
    }
  };
  return { state, send: (input: Input) => void send(input), clear: () => setState({ status: 'idle' }) };
}

export interface ChangeListener {
  readonly done: (text: string) => void;
  readonly failed: (failure: ChangeFailure) => void;
}

export const notifyAfter = (first: () => void, { done, failed }: ChangeListener): ChangeListener => ({
  done: (text) => {
    first();
    done(text);
  },
  failed: (failure) => {
    first();
    failed(failure);
  },
});

interface FailureNoticeProps {
  readonly failure: ChangeFailure;
  /** After an unknown outcome. Default: see the list. */
  readonly afterUnknown?: string | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

/** What became of a failed change, and what to do (D12, D22). */
export function FailureNotice({
  failure,
  afterUnknown = t(
    'The reply was lost, so the change may have been made anyway. The list has been reloaded: check it before you ' +
      'try again.',
  ),
  onDismiss,
}: FailureNoticeProps): ReactNode {
  if (failure.outcome === 'refused')
    return (
      <Notice tone="danger" onDismiss={onDismiss}>
        {failure.text}
      </Notice>
    );
  const { outcome, text, why } = failure;
  return (
    <Notice tone="warning" title={text} details={why.details} onDismiss={onDismiss}>
      {outcome === 'unknown'
        ? `${why.children} ${afterUnknown}`
        : t('Nothing reached the server. Try again when the connection is back.')}
    </Notice>
  );
}

export interface Question {
  readonly title: string;
  readonly message: string;
  readonly tone: 'plain' | 'danger';
  /** Default: the title. */
  readonly confirmLabel?: string | undefined;
  readonly typedWord?: string | undefined;
  /** The audit records the reason. */
  readonly needsReason?: boolean | undefined;
  readonly change: AskedChange;
}

/** A change that is made once its question is confirmed; see {@link ChangeOptions}. */
export interface AskedChange {
  readonly name: string;
  readonly subject: string;
  /** Returns the text to show once it is done. */
  readonly run: (transactionId: string, reason: string) => Promise<string>;
}

/** By one call, whose body has no reason; returns `text` once done. */
export const changeBy = <C extends CallDefinition>(
  api: Pick<ApiClient, 'call'>,
  call: C,
  body: BodyOf<C>,
  subject: string,
  text: string,
): AskedChange => ({
  name: JSON.stringify([call.path, body]),
  subject,
  run: async (transactionId) => {
    await api.call(call, body, { transactionId });
    return text;
  },
});

interface ConfirmChangeProps extends ChangeListener {
  readonly question: Question;
  readonly onCancel: () => void;
}

/** Sends once when confirmed, and stays open until the answer (U4, K1). */
function ConfirmChange({ question, onCancel, ...listener }: ConfirmChangeProps): ReactNode {
  const { change, confirmLabel = question.title, ...texts } = question;
  const { name, subject, run } = change;
  const { state, send } = useChange({
    name,
    subjectOf: () => subject,
    run: (reason: string, transactionId) => run(transactionId, reason),
    ...listener,
  });
  return (
    <ConfirmDialog
      {...texts}
      confirmLabel={confirmLabel}
      isOpen
      isPending={state.status === 'sending'}
      onConfirm={send}
      onCancel={onCancel}
    />
  );
}

/** Asks one question at a time; render `dialog`. `listener` hears the result. */
export function useConfirm(listener: ChangeListener) {
  const [question, ask] = useState<Question | null>(null);
  const close = (): void => ask(null);
  const dialog = question && <ConfirmChange question={question} {...notifyAfter(close, listener)} onCancel={close} />;
  return { ask, dialog };
}
