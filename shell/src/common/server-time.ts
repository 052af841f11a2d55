import type { ClockPort, MeasureOffset } from '@device-console/shared-lib/session/host';

/** Milliseconds since the epoch by the server: a computer's clock may be years off (D4). */
export interface ServerTime {
  /** This computer's time until the server's is known. */
  readonly now: () => number;
  /** From a reply's `Date` header; ignores null and invalid dates. */
  readonly update: (date: string | null) => void;
}

/** Uses this computer's clock, which measures durations correctly. */
export function createServerTime({ now }: Pick<ClockPort, 'now'>): ServerTime {
  let offset = 0;
  return {
    now: () => now() + offset,
    update: (date) => {
      const at = Date.parse(date ?? '');
      if (!Number.isNaN(at)) offset = at - now();
    },
  };
}

const MEASURE_TIMEOUT_MS = 3_000;

/** Asks the console's own server for its time, by the `Date` header of a small file. */
export function offsetByServer({ now }: Pick<ClockPort, 'now'>): MeasureOffset {
  return async () => {
    try {
      const signal = AbortSignal.timeout(MEASURE_TIMEOUT_MS);
      const { headers } = await fetch('/config.json', { method: 'HEAD', cache: 'no-store', signal });
      const at = Date.parse(headers.get('Date') ?? '');
      return Number.isNaN(at) ? null : at - now();
    } catch (error) {
      // Without an answer nothing is known: the offset of the login stays.
      if (error instanceof TypeError || error instanceof DOMException) return null;
      throw error;
    }
  };
}
