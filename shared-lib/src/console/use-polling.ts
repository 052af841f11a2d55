import { useEffect } from 'react';

/** Calls `ask` every so many milliseconds while the page is looked at; `ask` is the same function each time. */
export function usePolling(ask: () => void, everyMs: number, isOn = true): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), everyMs);
    return () => clearInterval(timer);
  }, [ask, everyMs, isOn]);
}
