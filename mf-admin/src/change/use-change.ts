import { useCallback, useRef, useState } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { changeFailureOf, type ChangeFailure, type FailureTexts } from './change-failure.ts';

/** How a change stands. */
type ChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'failed'; readonly failure: ChangeFailure };

/** What came of one sending. */
type ChangeResult<Answer> =
  { readonly status: 'done'; readonly answer: Answer } | { readonly status: 'failed'; readonly failure: ChangeFailure };

export interface Change<Input, Answer> {
  readonly state: ChangeState;
  /** Sends once; nothing is ever sent again by itself. Throws only what is a bug. */
  readonly send: (input: Input) => Promise<ChangeResult<Answer>>;
  readonly clear: () => void;
}

/**
 * Sends a change to the server. The same again after an unknown outcome goes under the same transactionId (D2). The
 * answer is handed on and not kept. `run` must not change between renders (useCallback), nor `texts`.
 */
export function useChange<Input, Answer>(
  run: (input: Input, transactionId: string) => Promise<Answer>,
  texts: FailureTexts,
): Change<Input, Answer> {
  const [state, setState] = useState<ChangeState>({ status: 'idle' });
  const open = useRef<{ readonly input: Input; readonly transactionId: string } | null>(null);

  const send = useCallback(
    async (input: Input): Promise<ChangeResult<Answer>> => {
      const isSame = open.current !== null && JSON.stringify(open.current.input) === JSON.stringify(input);
      const sent = isSame && open.current ? open.current : { input, transactionId: newTransactionId() };
      open.current = null;
      setState({ status: 'sending' });
      try {
        const answer = await run(sent.input, sent.transactionId);
        setState({ status: 'idle' });
        return { status: 'done', answer };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.outcome !== 'refused') open.current = sent;
        const failed = { status: 'failed', failure: changeFailureOf(error, texts) } as const;
        setState(failed);
        return failed;
      }
    },
    [run, texts],
  );

  return { state, send, clear: useCallback(() => setState({ status: 'idle' }), []) };
}
