import {
  createWebhooks,
  readWebhookTargets,
  type Webhooks,
  type WebhookTarget,
} from '@device-console/shared-lib/telemetry';
import type { RemoteFailureReport } from '@device-console/shared-lib/contract';
import type { Platform } from '../../core/calls/context.ts';
import { type Clock, HOUR, isoTime } from '../../core/time/clock.ts';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { ofFile } from '../../core/configuration/private-file.ts';

type NewFailure = Omit<RemoteFailureReport, 'count' | 'sequence'>;

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly failureNotices: ReturnType<typeof createFailureNotices>;
  }
}

/** Most notices per hour: a build whose messages all differ must not flood its team. */
const TOLD_AN_HOUR = 20;

/** Makes the notices of one server; if several servers share a database, each sends those of its own reports. */
export function createFailureNotices(
  webhooks: Webhooks,
  { clock, log }: Pick<Platform, 'clock'> & { readonly log: Pick<Platform['log'], 'warn'> },
) {
  let since = Number.NEGATIVE_INFINITY;
  let told = 0;
  return {
    /** Never rejects; failed notices are logged. */
    tell: async ({ remote, owner, version, release, message: text, ...met }: NewFailure): Promise<void> => {
      const now = clock.now();
      if (Math.abs(now.getTime() - since) >= HOUR) {
        since = now.getTime();
        told = 0;
      }
      told += 1;
      if (told > TOLD_AN_HOUR) {
        if (told === TOLD_AN_HOUR + 1)
          log.warn(
            { remote },
            'more new kinds of failures than are told of in an hour; the platform page has them all',
          );
        return;
      }
      const { kind, screen, source, stack } = met;
      const failure = { kind, screen, source, stack };
      await webhooks.tell({ event: 'new-failure', at: isoTime(now), remote, owner, version, release, text, failure });
    },
  };
}

/** Returns the webhooks in WEBHOOKS; none where it is not set. Throws ConfigurationError. */
export function webhooksOf(text: string | undefined): readonly WebhookTarget[] {
  return text === undefined ? [] : ofFile('WEBHOOKS', text, (targets) => readWebhookTargets(targets, 'its JSON'));
}

export function createFailureWebhooks(
  targets: readonly WebhookTarget[],
  log: Pick<FastifyBaseLogger, 'error'>,
  clock: Clock,
  closing: AbortSignal,
) {
  return createWebhooks({
    targets,
    fetch: (url, init) => fetch(url, init),
    now: () => clock.now().getTime(),
    wait: (milliseconds) => setTimeout(milliseconds, undefined, { signal: closing }),
    onFailure: (text) => log.error({}, text),
  });
}
