import type { WebhookMessage, Webhooks } from '@device-console/shared-lib/telemetry';
import type { Platform } from '../../core/calls/context.ts';
import { HOUR, isoTime } from '../../core/time/clock.ts';

export interface NewFailure
  extends
    Pick<WebhookMessage, 'remote' | 'owner' | 'version' | 'release' | 'text'>,
    Required<Pick<WebhookMessage, 'failure'>> {}

export interface FailureNotices {
  /** Never rejects; failed notices are logged. */
  readonly tell: (failure: NewFailure) => Promise<void>;
}

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly failureNotices: FailureNotices;
  }
}

/** Most notices per hour: a build whose messages all differ must not flood its team. */
const TOLD_AN_HOUR = 20;

/** Makes the notices of one server; if several servers share a database, each sends those of its own reports. */
export function createFailureNotices(
  webhooks: Webhooks,
  { clock, log }: Pick<Platform, 'clock'> & { readonly log: Pick<Platform['log'], 'warn'> },
): FailureNotices {
  let since = Number.NEGATIVE_INFINITY;
  let told = 0;
  return {
    tell: async (failure) => {
      const now = clock.now();
      if (Math.abs(now.getTime() - since) >= HOUR) {
        since = now.getTime();
        told = 0;
      }
      told += 1;
      if (told > TOLD_AN_HOUR) {
        if (told === TOLD_AN_HOUR + 1)
          log.warn(
            { remote: failure.remote },
            'more new kinds of failures than are told of in an hour; the platform page has them all',
          );
        return;
      }
      await webhooks.tell({ event: 'new-failure', at: isoTime(now), ...failure });
    },
  };
}
