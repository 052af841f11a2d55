import { useState } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, type FailureNotice } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** A failure that no call had. */
export const ownFailure = (text: string): FailureNotice => ({ children: text, details: undefined });

/** What a failed password call says (P1, P2): the server's message after `prefix`, or the text of an exception. */
function resetFailure(error: unknown, prefix: string): FailureNotice {
  if (error instanceof ApiError && error.kind === 'business') return ownFailure(prefix + error.message);
  const { children, details } = failureNotice(error);
  return { children: t('An error occurred. Please try again. {error}', { error: children }), details };
}

type SendingState =
  | { readonly status: 'editing' }
  | { readonly status: 'sending' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly failure: FailureNotice };

interface Sending {
  readonly state: SendingState;
  readonly send: (text: string) => void;
}

/** Sends what was typed by `run`, which gives back what was wrong besides the call. */
export function useSending(run: (text: string) => Promise<FailureNotice | undefined>, prefix = ''): Sending {
  const [state, setState] = useState<SendingState>({ status: 'editing' });
  const send = async (text: string): Promise<void> => {
    setState({ status: 'sending' });
    try {
      const failure = await run(text);
      setState(failure ? { status: 'failed', failure } : { status: 'done' });
    } catch (error) {
      setState({ status: 'failed', failure: resetFailure(error, prefix) });
    }
  };
  return { state, send: (text) => void send(text) };
}
