import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf, BodyOf, CallDefinition } from '../contract/index.ts';
import { useConsole } from './console-context.ts';
import { useQuery, type QueryState } from './use-query.ts';

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
