import { useCallback, useEffect, useRef, useState } from 'react';
import type { Query, QueryState } from './query-state.ts';

/**
 * Runs what takes a while on demand, such as fetching code or a file; aborts on unmount. Keeps nothing beyond the
 * component: answers of the contract's calls are kept by {@link useAnswer}. `run` must not change between renders
 * (useCallback).
 */
export function useQuery<Input, Answer>(
  run: (input: Input, signal: AbortSignal) => Promise<Answer>,
): Query<Input, Answer> {
  const [state, setState] = useState<QueryState<Answer>>({ status: 'idle', last: null });
  const controller = useRef<AbortController | null>(null);
  const refetchAfter = useRef<(() => void) | null>(null);

  useEffect(() => () => controller.current?.abort(), []);

  const begin = useCallback(
    (input: Input) => {
      const current = new AbortController();
      controller.current = current;
      refetchAfter.current = null;
      const settle = (next: (last: Answer | null) => QueryState<Answer>): void => {
        if (current.signal.aborted) return;
        controller.current = null;
        setState(({ last }) => next(last));
        refetchAfter.current?.();
      };
      run(input, current.signal).then(
        (answer) => settle(() => ({ status: 'ready', last: answer })),
        (error: unknown) =>
          settle((last) => ({
            status: 'failed',
            last,
            error: error instanceof Error ? error : new Error(String(error)),
          })),
      );
    },
    [run],
  );

  const ask = useCallback(
    (input: Input) => {
      controller.current?.abort();
      setState(({ last }) => ({ status: 'loading', last }));
      begin(input);
    },
    [begin],
  );

  const refetch = useCallback(
    (input: Input) => {
      if (controller.current === null) begin(input);
      else refetchAfter.current = () => begin(input);
    },
    [begin],
  );

  const stop = useCallback(() => {
    controller.current?.abort();
    controller.current = null;
    refetchAfter.current = null;
    setState(({ last }) => (last === null ? { status: 'idle', last: null } : { status: 'ready', last }));
  }, []);

  const reset = useCallback(() => {
    stop();
    setState({ status: 'idle', last: null });
  }, [stop]);

  return { state, ask, refetch, stop, reset };
}
