import type { ClockPort } from '@device-console/shared-lib/session/host';

/** Milliseconds. */
const LOOK_EVERY_MS = 60_000;

/**
 * Reads the registry every minute, when the operator returns to the page, and when the computer is online again; not
 * while the page is hidden.
 */
export function lookForUpdates(refresh: () => Promise<void>, clock: Pick<ClockPort, 'every' | 'onWake'>): void {
  let isLooking = false;
  let wantsAgain = false;
  const look = (): void => {
    if (document.visibilityState === 'hidden') return;
    // Something published during this look may have been missed.
    wantsAgain = isLooking;
    if (isLooking) return;
    isLooking = true;
    void refresh().finally(() => {
      isLooking = false;
      if (wantsAgain) look();
    });
  };
  clock.every(LOOK_EVERY_MS, look);
  clock.onWake(look);
  for (const event of ['focus', 'online']) window.addEventListener(event, look);
}
