import { useCallback } from 'react';
import type { CallDefinition } from '../../contract/index.ts';
import { usePageData } from './page-data.ts';
import { refresh } from './query-client.ts';

/** After a change: names the calls whose answers it made outdated, whatever their bodies. */
export type Invalidate = (...outdated: readonly CallDefinition[]) => void;

/** The returned function reads their shown answers again in the background, and forgets the others. */
export function useInvalidate(): Invalidate {
  const { client } = usePageData();
  return useCallback(
    (...outdated) => refresh(client, ([path]) => outdated.some((call) => call.path === path)),
    [client],
  );
}
