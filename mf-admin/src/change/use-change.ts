import { useRef, useState } from 'react';
import type { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, RepeatableSender, type FailureNotice } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** A change that failed, or of which that is not known. `text`: what the specification or server says to it. */
export type ChangeFailure =
  | { readonly outcome: 'refused'; readonly text: string }
  /** Nothing was sent, or it may have been done; `why` says what happened on the way. */
  | { readonly outcome: 'not-sent' | 'unknown'; readonly text: string; readonly why: FailureNotice };

/** What a change's failures are called where the server has no words for them. */
export interface FailureTexts {
  readonly refused: string;
  /** No answer that could be read; that the outcome is not known, or that nothing was sent, unless given. */
  readonly exception?: string | undefined;
}

const usualTexts: FailureTexts = { refused: t('The server refused this without giving a reason.') };
const exceptions = { unknown: t('The outcome is not known'), 'not-sent': t('Nothing was sent') } as const;

/** Puts a call's error into words: the server's own where it refused (U2 to U4, C7). */
function failureOf(error: ApiError, { refused, exception }: FailureTexts): ChangeFailure {
  const { outcome, serverMessage } = error;
  if (outcome === 'refused') return { outcome, text: serverMessage ?? refused };
  return { outcome, text: exception ?? exceptions[outcome], why: failureNotice(error) };
}

type ChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'failed'; readonly failure: ChangeFailure };

interface ChangeOptions<Input, Answer> {
  readonly run: (input: Input, transactionId: string) => Promise<Answer>;
  readonly texts?: FailureTexts;
  readonly done: (answer: Answer, input: Input) => void;
  readonly failed?: (failure: ChangeFailure) => void;
}

/**
 * Sends a change to the server, once; nothing is ever sent again by itself. The same again after an unknown outcome
 * goes under the same transactionId (D2). The answer is handed on and not kept.
 */
export function useChange<Input, Answer>({ run, texts = usualTexts, done, failed }: ChangeOptions<Input, Answer>) {
  const [state, setState] = useState<ChangeState>({ status: 'idle' });
  const sender = useRef(new RepeatableSender());
  const send = async (input: Input): Promise<void> => {
    setState({ status: 'sending' });
    const result = await sender.current.send({ key: '', content: input }, (id) => run(input, id));
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

/** Who is told what became of a change. */
export interface ChangeListener {
  readonly done: (text: string) => void;
  readonly failed: (failure: ChangeFailure) => void;
}

/** Does something else before the listener is told. */
export const tellAfter = (first: () => void, { done, failed }: ChangeListener): ChangeListener => ({
  done: (text) => {
    first();
    done(text);
  },
  failed: (failure) => {
    first();
    failed(failure);
  },
});
