import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from '../router/index.ts';
import { useAddresses, useQuery, withImei, type QueryState } from '../console/index.ts';

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
 * must not change between renders (useCallback).
 */
export function useImeiLookup<Answer>(run: (imei: string, signal: AbortSignal) => Promise<Answer>): ImeiLookup<Answer> {
  const given = useAddresses().imei;
  const [imei, setImei] = useState(given ?? '');
  const { search } = useLocation();
  const navigate = useNavigate();
  const { state, ask: askFor, reset } = useQuery(run);
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
