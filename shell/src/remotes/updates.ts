import type { ClockPort } from '@device-console/shared-lib/session/host';

/** Milliseconds. */
const LOOK_EVERY_MS = 60_000;

/** When to look for updates. */
export interface PageActivity {
  readonly isHidden: () => boolean;
  /** The window got the focus, or the computer is online again. */
  readonly onReturn: (listener: () => void) => () => void;
}

export function browserPageActivity(page: Window = window): PageActivity {
  return {
    isHidden: () => page.document.visibilityState === 'hidden',
    onReturn: (listener) => {
      const events = ['focus', 'online'] as const;
      for (const event of events) page.addEventListener(event, listener);
      return () => {
        for (const event of events) page.removeEventListener(event, listener);
      };
    },
  };
}

/**
 * Reads the registry every minute, when the operator returns to the page, and when the computer is online again; not
 * while the page is hidden.
 */
export function lookForUpdates(refresh: () => Promise<void>, clock: ClockPort, page: PageActivity): () => void {
  let isLooking = false;
  let wantsAgain = false;
  const look = (): void => {
    if (page.isHidden()) return;
    // Something published during this look may have been missed.
    wantsAgain = isLooking;
    if (isLooking) return;
    isLooking = true;
    void refresh().finally(() => {
      isLooking = false;
      if (wantsAgain) look();
    });
  };
  const stops = [clock.every(LOOK_EVERY_MS, look), clock.onWake(look), page.onReturn(look)];
  return () => {
    wantsAgain = false;
    for (const stop of stops) stop();
  };
}
