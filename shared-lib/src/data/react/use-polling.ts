import { useEffect } from 'react';

/**
 * Calls `ask` at this interval in milliseconds while the page is visible. `ask` must be the same function each time.
 */
export function usePolling(ask: () => void, everyMs: number, isOn = true): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), everyMs);
    return () => clearInterval(timer);
  }, [ask, everyMs, isOn]);
}
