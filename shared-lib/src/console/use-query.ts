import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf, BodyOf, CallDefinition } from '../contract/index.ts';
import { useConsole } from './console-context.ts';

/** The state of a query. `last`: the newest answer so far, even while another is being fetched. */
export type QueryState<Answer> =
  | { readonly status: 'idle'; readonly last: null }
  | { readonly status: 'loading'; readonly last: Answer | null }
  | { readonly status: 'ready'; readonly last: Answer }
  | { readonly status: 'failed'; readonly last: Answer | null; readonly error: Error };

export interface Query<Input, Answer> {
  readonly state: QueryState<Answer>;
  /** Aborts a pending request, so that the newest query wins. */
  readonly ask: (input: Input) => void;
  /** Asks again in the background after any pending request; the state changes with the new answer. */
  readonly look: (input: Input) => void;
  /** Gives up a pending request; the last answer stays. */
  readonly stop: () => void;
  /** Forgets query and answer. */
  readonly reset: () => void;
}

/** Asks the server on demand; aborts on unmount. `run` must not change between renders (useCallback). */
export function useQuery<Input, Answer>(
  run: (input: Input, signal: AbortSignal) => Promise<Answer>,
): Query<Input, Answer> {
  const [state, setState] = useState<QueryState<Answer>>({ status: 'idle', last: null });
  const controller = useRef<AbortController | null>(null);
  const lookAfter = useRef<(() => void) | null>(null);

  useEffect(() => () => controller.current?.abort(), []);

  const begin = useCallback(
    (input: Input) => {
      const current = new AbortController();
      controller.current = current;
      lookAfter.current = null;
      const settle = (next: (last: Answer | null) => QueryState<Answer>): void => {
        if (current.signal.aborted) return;
        controller.current = null;
        setState(({ last }) => next(last));
        lookAfter.current?.();
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

  const look = useCallback(
    (input: Input) => {
      if (controller.current === null) begin(input);
      else lookAfter.current = () => begin(input);
    },
    [begin],
  );

  const stop = useCallback(() => {
    controller.current?.abort();
    controller.current = null;
    lookAfter.current = null;
    setState(({ last }) => (last === null ? { status: 'idle', last: null } : { status: 'ready', last }));
  }, []);

  const reset = useCallback(() => {
    stop();
    setState({ status: 'idle', last: null });
  }, [stop]);

  return { state, ask, look, stop, reset };
}

/** The state of a call, as returned by {@link useAnswer}. */
export interface Answered<Answer> {
  readonly state: QueryState<Answer>;
  /** Asks again; aborts a pending request. */
  readonly ask: () => void;
  /** Asks again in the background. */
  readonly look: () => void;
}

/** Makes a call on arrival, and whenever the content of `body`, or `round`, changes; null makes no call. */
export function useAnswer<Call extends CallDefinition>(
  call: Call,
  body: BodyOf<Call> | null,
  round = 0,
): Answered<AnswerOf<Call>> {
  const { api } = useConsole();
  const [held, hold] = useState(() => body);
  if (JSON.stringify(held) !== JSON.stringify(body)) hold(() => body);
  const query = useQuery(
    useCallback((wanted: BodyOf<Call>, signal: AbortSignal) => api.call(call, wanted, { signal }), [api, call]),
  );
  const { state, ask: askFor, look: lookFor } = query;
  const ask = useCallback(() => {
    if (held !== null) askFor(held);
  }, [held, askFor]);
  const look = useCallback(() => {
    if (held !== null) lookFor(held);
  }, [held, lookFor]);
  useEffect(ask, [ask, round]);
  return { state, ask, look };
}

/**
 * Calls `ask` at this interval in milliseconds while the page is visible. `ask` must be the same function each time.
 */
export function usePolling(ask: () => void, everyMs: number, isOn = true): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), everyMs);
    return () => clearInterval(timer);
  }, [ask, everyMs, isOn]);
}
