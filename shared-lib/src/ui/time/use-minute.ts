import { useState, useSyncExternalStore } from 'react';
import { currentMinute, subscribeToMinutes, wakeMinuteClock } from './minute-clock.ts';

/** The present moment, at most a minute old; what shows it is drawn anew each minute. */
export function useMinute(): number {
  useState(wakeMinuteClock);
  return useSyncExternalStore(subscribeToMinutes, currentMinute);
}
