import { calls } from '@device-console/shared-lib/contract';
import type { ApiClient } from '@device-console/shared-lib/api';
import type { ClockPort } from '@device-console/shared-lib/session/host';

/** Milliseconds between calls of a used page that makes no others. */
const TELLING_MS = 5 * 60_000;

interface KeepSessionParts {
  readonly api: Pick<ApiClient, 'call' | 'offers'>;
  readonly clock: Pick<ClockPort, 'every'>;
  readonly hasSession: () => boolean;
  readonly secondsSinceInput: () => number;
}

/**
 * Keeps the session from going idle during long typing, or while a batch waits (S11). A failed call is repeated in the
 * next round and ends nothing. Returns a function that stops it.
 */
export function keepSession({ api, clock, hasSession, secondsSinceInput }: KeepSessionParts): () => void {
  if (!api.offers(calls.keepSession)) return () => undefined;
  return clock.every(TELLING_MS, () => {
    if (!hasSession() || secondsSinceInput() * 1_000 >= TELLING_MS) return;
    api.call(calls.keepSession, {}, { inBackground: true }).catch(() => undefined);
  });
}

/** Only a person causes these. Not scrolling: a page can scroll by itself. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Watches a page for a person's input (S11). Returns the seconds since then. */
export function watchInput(page: EventTarget, now: () => number): () => number {
  let last = now();
  for (const touch of touches)
    page.addEventListener(
      touch,
      () => {
        last = now();
      },
      { capture: true, passive: true },
    );
  return () => Math.max(0, Math.floor((now() - last) / 1_000));
}
