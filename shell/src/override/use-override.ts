import { useSyncExternalStore } from 'react';
import type { Override, OverrideState } from './override.ts';

const off: OverrideState = { status: 'off' };
const noChanges = () => () => undefined;

/** Null: this console does not allow overrides. */
export function useOverride(override: Pick<Override, 'subscribe' | 'getSnapshot'> | null): OverrideState {
  return useSyncExternalStore(override?.subscribe ?? noChanges, override?.getSnapshot ?? (() => off));
}
