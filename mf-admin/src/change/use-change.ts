import { useRef, useState } from 'react';
import { RepeatableSender } from '@device-console/shared-lib/console';
import { changeFailureOf, type ChangeFailure, type FailureTexts } from './change-failure.ts';

type ChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'failed'; readonly failure: ChangeFailure };

type ChangeResult<Answer> =
  | { readonly status: 'done'; readonly answer: Answer }
  | { readonly status: 'failed'; readonly failure: ChangeFailure };

export interface Change<Input, Answer> {
  readonly state: ChangeState;
  /** Sends once; never sends again by itself. Throws only for a bug. */
  readonly send: (input: Input) => Promise<ChangeResult<Answer>>;
  readonly clear: () => void;
}

/**
 * Sends a change to the server. After an unknown outcome, the same change keeps its transactionId (D2). The reply is
 * returned and not stored.
 */
export function useChange<Input, Answer>(
  run: (input: Input, transactionId: string) => Promise<Answer>,
  texts: FailureTexts,
): Change<Input, Answer> {
  const [state, setState] = useState<ChangeState>({ status: 'idle' });
  const sender = useRef(new RepeatableSender());

  const send = async (input: Input): Promise<ChangeResult<Answer>> => {
    setState({ status: 'sending' });
    const result = await sender.current.send({ key: '', content: input }, (id) => run(input, id));
    if (result.kind === 'done') {
      setState({ status: 'idle' });
      return { status: 'done', answer: result.answer };
    }
    const failed = { status: 'failed', failure: changeFailureOf(result.error, texts) } as const;
    setState(failed);
    return failed;
  };
  return { state, send, clear: () => setState({ status: 'idle' }) };
}
