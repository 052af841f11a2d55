import type { ClockPort } from '@device-console/shared-lib/session/host';

/** Milliseconds. */
const CHECK_EVERY_MS = 60_000;

/**
 * Reads the registry every minute, when the operator returns to the page, and when the computer is online again; not
 * while the page is hidden.
 */
export function lookForUpdates(refresh: () => Promise<void>, clock: Pick<ClockPort, 'every' | 'onWake'>): void {
  let isChecking = false;
  let wantsAgain = false;
  const check = (): void => {
    if (document.visibilityState === 'hidden') return;
    // Something published during this look may have been missed.
    wantsAgain = isChecking;
    if (isChecking) return;
    isChecking = true;
    void refresh().finally(() => {
      isChecking = false;
      if (wantsAgain) check();
    });
  };
  clock.every(CHECK_EVERY_MS, check);
  clock.onWake(check);
  for (const event of ['focus', 'online']) window.addEventListener(event, check);
}
