import type { WebhookMessage, Webhooks } from '@device-console/shared-lib/telemetry';
import type { Platform } from '../../core/calls/context.ts';
import { HOUR, isoTime } from '../../core/time/clock.ts';

/** A kind of failure that nobody met before. */
export interface NewFailure
  extends
    Pick<WebhookMessage, 'remote' | 'owner' | 'version' | 'release' | 'text'>,
    Required<Pick<WebhookMessage, 'failure'>> {}

/** Tells teams of new kinds of failures. */
export interface FailureNotices {
  /** Never rejects; a failure to tell stands in the log. */
  readonly tell: (failure: NewFailure) => Promise<void>;
}

declare module '../../core/calls/context.ts' {
  interface Platform {
    /** Tells teams of failures. */
    readonly failureNotices: FailureNotices;
  }
}

/** Most new kinds that are told of in an hour: a build whose messages all differ must not bury its team. */
const TOLD_AN_HOUR = 20;

/** Makes the notices of one server; each of several servers on a database tells of what was reported to it. */
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
