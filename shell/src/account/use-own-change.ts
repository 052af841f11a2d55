import { useCallback, useRef, useState } from 'react';
import { failureNotice, RepeatableSender, type FailureNotice } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** The state of a change to one's own account. */
type OwnChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly text: string }
  | { readonly status: 'failed'; readonly failure: FailureNotice };

interface OwnChange<Input> {
  readonly state: OwnChangeState;
  /** Sends once; true when it was done. */
  readonly send: (input: Input) => Promise<boolean>;
}

/**
 * Sends a change of one's own account. The same again after an unknown outcome goes under the same transactionId (D2).
 * `run` must not change between renders (useCallback).
 */
export function useOwnChange<Input>(
  run: (input: Input, transactionId: string) => Promise<{ readonly message: string }>,
): OwnChange<Input> {
  const [state, setState] = useState<OwnChangeState>({ status: 'idle' });
  const sender = useRef(new RepeatableSender());
  const send = useCallback(
    async (input: Input): Promise<boolean> => {
      setState({ status: 'sending' });
      const result = await sender.current.send({ key: '', content: input }, (id) => run(input, id));
      if (result.kind === 'done') {
        setState({ status: 'done', text: result.answer.message });
        return true;
      }
      const { error } = result;
      const failure =
        error.outcome === 'refused'
          ? { children: error.serverMessage ?? t('The server refused this without saying why.'), details: undefined }
          : {
              ...failureNotice(error),
              ...(error.outcome === 'unknown'
                ? { title: t('The outcome is not known. Reload the list before you try again.') }
                : {}),
            };
      setState({ status: 'failed', failure });
      return false;
    },
    [run],
  );
  return { state, send };
}
