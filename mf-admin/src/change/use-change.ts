import { useRef, useState } from 'react';
import type { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, RepeatableSender, type FailureNotice } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** A change that failed or may have. `text`: the specification's or server's words. */
export type ChangeFailure =
  | { readonly outcome: 'refused'; readonly text: string }
  /** Nothing was sent, or it may have been done; `why` gives the cause. */
  | { readonly outcome: 'not-sent' | 'unknown'; readonly text: string; readonly why: FailureNotice };

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
 * Sends a change once, never again by itself. A repetition after an unknown outcome has the same transactionId (D2).
 * The answer is passed on and not kept.
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

export interface ChangeListener {
  readonly done: (text: string) => void;
  readonly failed: (failure: ChangeFailure) => void;
}

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
