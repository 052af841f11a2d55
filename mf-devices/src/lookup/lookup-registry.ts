import { useCallback, useState } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { useConsole, useSession } from '@device-console/shared-lib/console';
import { LookupRun } from './lookup-run.ts';
import type { LookupOptions } from './lookup-state.ts';

/** The runs of one operator, by screen. */
interface OperatorRuns {
  readonly email: string;
  readonly runs: Map<string, LookupRun>;
}

const runsByClient = new WeakMap<ApiClient, OperatorRuns>();

/** The runs of an operator by screen; whatever another one has left is given up. */
function runsOf(api: ApiClient, email: string): Map<string, LookupRun> {
  const known = runsByClient.get(api);
  if (known?.email === email) return known.runs;
  for (const run of known?.runs.values() ?? []) run.cancel();
  const runs = new Map<string, LookupRun>();
  runsByClient.set(api, { email, runs });
  return runs;
}

/** The lookups of a screen, and what can be done about them. */
export interface RegisteredRun {
  readonly run: LookupRun | null;
  readonly start: (options: LookupOptions) => void;
  /** Gives up what is under way, and forgets the results. */
  readonly clear: () => void;
}

/**
 * The lookups of a screen. They go on, and their results stay, while the operator is on other screens, such as a
 * device's audit.
 */
export function useLookupRun(screenId: string): RegisteredRun {
  const { api } = useConsole();
  const { email } = useSession();
  const [run, setRun] = useState<LookupRun | null>(() => runsOf(api, email).get(screenId) ?? null);
  const start = useCallback(
    (options: LookupOptions) => {
      const begun = new LookupRun(options);
      runsOf(api, email).set(screenId, begun);
      setRun(begun);
    },
    [api, email, screenId],
  );
  const clear = useCallback(() => {
    const runs = runsOf(api, email);
    runs.get(screenId)?.cancel();
    runs.delete(screenId);
    setRun(null);
  }, [api, email, screenId]);
  return { run, start, clear };
}
