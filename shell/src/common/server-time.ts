import type { ClockPort } from '@device-console/shared-lib/session/host';

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
