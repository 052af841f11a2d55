import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from '../router/index.ts';
import type { AnswerOf, BodyOf, CallDefinition } from '../contract/index.ts';
import { useAddresses, withImei } from '../console/index.ts';
import { useAskedAnswer, useQuery, type Query, type QueryState } from '../data/react/index.ts';

/** The search box of a screen about one device. */
export interface ImeiLookup<Answer> {
  readonly imei: string;
  /** A result is never shown below another IMEI than its own. */
  readonly change: (text: string) => void;
  readonly ask: (imei: string) => void;
  readonly state: QueryState<Answer>;
}

/**
 * Looks a device up, from the box and on arrival (L1, L4, A1). The IMEI is in the address, for reload and Back. `run`
 * must not change between renders (useCallback). What one call answers is looked up by {@link useImeiAnswer}.
 */
export function useImeiLookup<Answer>(run: (imei: string, signal: AbortSignal) => Promise<Answer>): ImeiLookup<Answer> {
  return useImeiBox(useQuery(run));
}

/** As returned by {@link useImeiAnswer}. */
export interface ImeiAnswer<Answer> extends ImeiLookup<Answer> {
  /** The IMEI that `state` is about; '' before any. The box may hold another, or none. */
  readonly of: string;
  /** When `state.last` was read, in milliseconds of the epoch; null without it. */
  readonly readAt: number | null;
}

/**
 * Like {@link useImeiLookup}, by a call whose answers are kept: who comes back sees it at once, while it is read
 * again. `bodyOf` must not change between renders.
 */
export function useImeiAnswer<Call extends CallDefinition>(
  call: Call,
  bodyOf: (imei: string) => BodyOf<Call>,
): ImeiAnswer<AnswerOf<Call>> {
  const { state, readAt, ask: askFor, reset } = useAskedAnswer(call);
  const [of, setOf] = useState('');
  const ask = useCallback(
    (imei: string) => {
      setOf(imei);
      askFor(bodyOf(imei));
    },
    [askFor, bodyOf],
  );
  return { ...useImeiBox({ state, ask, reset }), of, readAt };
}

function useImeiBox<Answer>(query: Pick<Query<string, Answer>, 'state' | 'ask' | 'reset'>): ImeiLookup<Answer> {
  const { state, ask: askFor, reset } = query;
  const given = useAddresses().imei;
  const [imei, setImei] = useState(given ?? '');
  const { search } = useLocation();
  const navigate = useNavigate();
  const [taken, setTaken] = useState(given);
  const [asked, setAsked] = useState<string | null>(null);
  if (given !== taken) {
    setTaken(given);
    // The box holds what was asked for here, or something newer.
    if (given === null || given !== asked) setImei(given ?? '');
    setAsked(null);
  }

  useEffect(() => {
    if (given !== null) askFor(given);
  }, [given, askFor]);

  const ask = useCallback(
    (wanted: string) => {
      if (wanted === given) askFor(wanted);
      else {
        setAsked(wanted);
        void navigate({ search, hash: withImei('', wanted) }, { replace: true });
      }
    },
    [given, askFor, navigate, search],
  );

  const change = useCallback(
    (text: string) => {
      if (text === imei) return;
      setImei(text);
      reset();
    },
    [imei, reset],
  );
  return { imei, change, ask, state };
}
