import { useSyncExternalStore } from 'react';
import { currentMinute, subscribeToMinutes } from './minute-clock.ts';

/** The present moment, at most a minute old; what shows it is drawn anew each minute. */
export function useMinute(): number {
  return useSyncExternalStore(subscribeToMinutes, currentMinute);
}
