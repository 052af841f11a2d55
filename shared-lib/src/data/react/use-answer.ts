import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AnswerOf, BodyOf, CallDefinition } from '../../contract/index.ts';
import { usePageData } from './page-data.ts';
import { askAgain, hashOf, KEPT_MS, keyOf, refetchInBackground } from './query-client.ts';
import type { QueryState } from './query-state.ts';

/** The state of a call, as returned by {@link useAnswer}. */
export interface Answered<Answer> {
  readonly state: QueryState<Answer>;
  /** When `state.last` was read, in milliseconds of the epoch; null without it. */
  readonly readAt: number | null;
  /** Asks again; aborts a pending request. */
  readonly ask: () => void;
  /** Asks again in the background. */
  readonly refetch: () => void;
}

/** What a component has shown of a query. */
interface Shown<Answer> {
  readonly hash: string;
  readonly last: Answer | null;
  readonly readAt: number | null;
  readonly error: Error | null;
}

const idle = { status: 'idle', last: null } as const;

function stateOf<Answer>(isLoading: boolean, { last, error }: Shown<Answer>): QueryState<Answer> {
  if (isLoading) return { status: 'loading', last };
  if (error) return { status: 'failed', last, error };
  return last === null ? idle : { status: 'ready', last };
}

interface CachedAnswer<Answer> extends Answered<Answer> {
  /** Gives up a pending request. */
  readonly stop: () => void;
}

interface CachedOptions {
  readonly round: number;
  /** Shows the last answer to another body until there is one to this. */
  readonly carriesOver: boolean;
}

/** The one hook that reads through the cache. */
export function useCachedAnswer<Call extends CallDefinition>(
  call: Call,
  body: BodyOf<Call> | null,
  { round, carriesOver }: CachedOptions,
): CachedAnswer<AnswerOf<Call>> {
  const { api, client } = usePageData();
  const hash = hashOf(call, body);
  const query = useQuery(
    {
      queryKey: keyOf(call, body),
      queryFn: body === null ? skipToken : ({ signal }): Promise<AnswerOf<Call>> => api.call(call, body, { signal }),
      // The answer to a change is for its screen alone.
      gcTime: call.once === false ? KEPT_MS : 0,
    },
    client,
  );
  const { data, error, isFetching, isFetchedAfterMount, dataUpdatedAt } = query;
  const [asking, setAsking] = useState(0);
  const isAwaited = !isFetchedAfterMount || asking > 0;

  const none: Shown<AnswerOf<Call>> = { hash, last: null, readAt: null, error: null };
  const [shown, show] = useState(none);
  const before = carriesOver || shown.hash === hash ? shown : none;
  const next: typeof none = {
    hash,
    ...(data === undefined ? { last: before.last, readAt: before.readAt } : { last: data, readAt: dataUpdatedAt }),
    // A refetch after a failure keeps showing that failure until there is an answer.
    error: data === undefined && isFetching && !isAwaited ? before.error : error,
  };
  if (
    next.hash !== shown.hash ||
    next.last !== shown.last ||
    next.error !== shown.error ||
    next.readAt !== shown.readAt
  )
    show(next);

  const isOn = body !== null;
  const current = useCallback(() => (isOn ? client.getQueryCache().get(hash) : undefined), [client, hash, isOn]);
  const ask = useCallback(() => {
    const asked = current();
    if (!asked) return;
    setAsking((count) => count + 1);
    void askAgain(asked).then(() => setAsking((count) => count - 1));
  }, [current]);
  const refetch = useCallback(() => {
    const fetched = current();
    if (fetched) refetchInBackground(fetched);
  }, [current]);
  const stop = useCallback(() => void current()?.cancel({ revert: true }), [current]);

  const answered = useRef({ hash, round });
  useEffect(() => {
    const isNewRound = answered.current.hash === hash && answered.current.round !== round;
    answered.current = { hash, round };
    if (isNewRound) ask();
  }, [hash, round, ask]);

  const isLoading = isFetching && (isAwaited || (next.last === null && next.error === null));
  const { last, readAt, error: failure } = next;
  const state = useMemo(
    () => (isOn ? stateOf(isLoading, { hash, last, readAt, error: failure }) : idle),
    [isOn, isLoading, hash, last, readAt, failure],
  );
  return { state, readAt: isOn ? readAt : null, ask, refetch, stop };
}

/**
 * Makes a call on arrival, and whenever the content of `body`, or `round`, changes; null makes no call. The same call
 * with the same body is made once for all who show it at the time. Its answer is kept for some minutes: who comes back
 * sees it at once, as `last` of a state that is loading, until the new answer is there.
 */
export function useAnswer<Call extends CallDefinition>(
  call: Call,
  body: BodyOf<Call> | null,
  round = 0,
): Answered<AnswerOf<Call>> {
  const { state, readAt, ask, refetch } = useCachedAnswer(call, body, { round, carriesOver: true });
  return { state, readAt, ask, refetch };
}
