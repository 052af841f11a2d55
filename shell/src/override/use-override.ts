import { useSyncExternalStore } from 'react';
import type { Override, OverrideState } from './override.ts';

const off: OverrideState = { status: 'off' };
const noChanges = () => () => undefined;

/** How the override of this page stands; null is that of a console that allows none. */
export function useOverride(override: Pick<Override, 'subscribe' | 'getSnapshot'> | null): OverrideState {
  return useSyncExternalStore(override?.subscribe ?? noChanges, override?.getSnapshot ?? (() => off));
}
