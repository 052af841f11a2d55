import { useState } from 'react';
import { failureNotice, type FailureNotice } from '@device-console/shared-lib/console';

type SendingState =
  | { readonly status: 'idle' | 'sending' | 'done' }
  | { readonly status: 'failed'; readonly failure: FailureNotice };

/** Runs a form's calls, one at a time. `send` resolves with undefined after a failure, which `failure` explains. */
export function useSending(explain: (error: unknown) => FailureNotice = failureNotice) {
  const [state, setState] = useState<SendingState>({ status: 'idle' });
  const send = async <Answer>(run: () => Promise<Answer>): Promise<Answer | undefined> => {
    setState({ status: 'sending' });
    try {
      const answer = await run();
      setState({ status: 'done' });
      return answer;
    } catch (error) {
      setState({ status: 'failed', failure: explain(error) });
      return undefined;
    }
  };
  return {
    isSending: state.status === 'sending',
    isDone: state.status === 'done',
    failure: state.status === 'failed' ? state.failure : null,
    send,
  };
}
