import { calls } from '@device-console/shared-lib/contract';
import type { ApiClient } from '@device-console/shared-lib/api';
import type { ClockPort } from '@device-console/shared-lib/session/host';

/** How often a page in use that makes no other calls tells the server so, in milliseconds. */
const TELLING_MS = 5 * 60_000;

interface KeepSessionParts {
  readonly api: Pick<ApiClient, 'call' | 'offers'>;
  readonly clock: Pick<ClockPort, 'every'>;
  readonly hasSession: () => boolean;
  readonly secondsSinceInput: () => number;
}

/**
 * Keeps the session of an operator who types for long, or whose batch waits, from being idle (S11). What fails is told
 * again with the next round; nothing is ended by it. Gives the function that stops it.
 */
export function keepSession({ api, clock, hasSession, secondsSinceInput }: KeepSessionParts): () => void {
  if (!api.offers(calls.keepSession)) return () => undefined;
  return clock.every(TELLING_MS, () => {
    if (!hasSession() || secondsSinceInput() * 1_000 >= TELLING_MS) return;
    api.call(calls.keepSession, {}, { inBackground: true }).catch(() => undefined);
  });
}
