import { useRef, useState } from 'react';
import type { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, RepeatableSender, type FailureNotice } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** The state of a change to the operator's own account. */
type OwnChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly text: string }
  | { readonly status: 'failed'; readonly failure: FailureNotice };

interface OwnChange<Input> {
  readonly state: OwnChangeState;
  /** Sends once; returns true if it was done. */
  readonly send: (input: Input) => Promise<boolean>;
}

/**
 * Sends a change to the operator's own account. After an unknown outcome, the same change keeps its transactionId (D2).
 */
export function useOwnChange<Input>(
  run: (input: Input, transactionId: string) => Promise<{ readonly message: string }>,
): OwnChange<Input> {
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
  return { state, send };
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
