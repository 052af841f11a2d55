import type { ClockPort } from '@device-console/shared-lib/session/host';

/** The server's time, in milliseconds since 1970: a computer's clock may be wrong by years (D4). */
export interface ServerTime {
  /** This computer's time until the server's is known. */
  readonly now: () => number;
  /** Takes over what the header `Date` of an answer says; null, or what is no time, changes nothing. */
  readonly update: (date: string | null) => void;
}

/** Makes the server's time from this computer's clock, which is right about lengths of time. */
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
