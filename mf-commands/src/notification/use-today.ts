import { useCallback, useSyncExternalStore } from 'react';
import { calendarDay } from '@device-console/shared-lib/console';

/** Milliseconds since the epoch. */
export type Now = () => number;

const LOOK_EVERY_MS = 15_000;

/** The operator's calendar day. Changes at midnight, and when a laptop wakes up on another day (T2). */
export function useToday(now: Now): string {
  const subscribe = useCallback((changed: () => void) => {
    const timer = setInterval(changed, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', changed);
    window.addEventListener('focus', changed);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', changed);
      window.removeEventListener('focus', changed);
    };
  }, []);
  return useSyncExternalStore(subscribe, () => calendarDay(now()));
}
