import { useCallback, useState } from 'react';
import type { AnswerOf, BodyOf, CallDefinition } from '../../contract/index.ts';
import { hashOf } from './query-client.ts';
import type { Query } from './query-state.ts';
import { useCachedAnswer } from './use-answer.ts';

/** A call made on demand, as returned by {@link useAskedAnswer}. */
export interface AskedAnswer<Body, Answer> extends Query<Body, Answer> {
  /** When `state.last` was read, in milliseconds of the epoch; null without it. */
  readonly readAt: number | null;
}

/** Like {@link useAnswer}, once `ask` was called: for a form. `last` is always the answer to the newest body. */
export function useAskedAnswer<Call extends CallDefinition>(call: Call): AskedAnswer<BodyOf<Call>, AnswerOf<Call>> {
  const [asked, setAsked] = useState<{ readonly body: BodyOf<Call>; readonly round: number } | null>(null);
  const {
    state,
    readAt,
    refetch: refetchCurrent,
    stop,
  } = useCachedAnswer(call, asked?.body ?? null, {
    round: asked?.round ?? 0,
    carriesOver: false,
  });
  const ask = useCallback(
    (body: BodyOf<Call>) =>
      setAsked((before) =>
        before && hashOf(call, before.body) === hashOf(call, body)
          ? { ...before, round: before.round + 1 }
          : { body, round: 0 },
      ),
    [call],
  );
  const body = asked?.body;
  const refetch = useCallback(
    (wanted: BodyOf<Call>) => {
      if (body !== undefined && hashOf(call, body) === hashOf(call, wanted)) refetchCurrent();
      else ask(wanted);
    },
    [call, body, refetchCurrent, ask],
  );
  const reset = useCallback(() => setAsked(null), []);
  return { state, readAt, ask, refetch, stop, reset };
}
