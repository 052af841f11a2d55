import { useCallback, useEffect, useState } from 'react';
import { useAddresses, useQuery, type QueryState } from '../console/index.ts';

/** The search box of a screen about one device. */
export interface ImeiLookup<Answer> {
  readonly imei: string;
  /** Takes what is typed; a result never stays below another IMEI than its own. */
  readonly change: (text: string) => void;
  readonly ask: (imei: string) => void;
  readonly state: QueryState<Answer>;
}

/** Looks a device up, by the box and on arrival (L1, L4, A1). `run` must not change between renders (useCallback). */
export function useImeiLookup<Answer>(run: (imei: string, signal: AbortSignal) => Promise<Answer>): ImeiLookup<Answer> {
  const given = useAddresses().imei;
  const [imei, setImei] = useState(given ?? '');
  const { state, ask, reset } = useQuery(run);
  const [taken, setTaken] = useState(given);
  if (given !== taken) {
    setTaken(given);
    setImei(given ?? '');
  }

  useEffect(() => {
    if (given !== null) ask(given);
  }, [given, ask]);

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
