import { useEffect } from 'react';
import { type QueryState, useQuery } from '../data/react/index.ts';

/** Code that is being fetched. */
export interface FetchedCode<Module> {
  readonly state: QueryState<Module>;
  /** Fetches again after a failure. */
  readonly retry: () => void;
}

/**
 * Code of a part that is fetched when the part is first shown. Unlike `React.lazy` it can be fetched again after a
 * failure, which the part says itself. `load` must be the same function at every render.
 */
export function useCode<Module>(load: () => Promise<Module>): FetchedCode<Module> {
  const { state, ask } = useQuery<null, Module>(load);
  useEffect(() => ask(null), [ask]);
  return { state, retry: () => ask(null) };
}
