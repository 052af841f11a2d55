import { createWebhooks, readWebhookTargets, type WebhookTarget } from '@device-console/shared-lib/telemetry';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { ofFile } from '../../core/configuration/private-file.ts';
import type { Clock } from '../../core/time/clock.ts';

/** Returns the webhooks in WEBHOOKS; none where it is not set. Throws ConfigurationError. */
export function webhooksOf(text: string | undefined): readonly WebhookTarget[] {
  return text === undefined ? [] : ofFile('WEBHOOKS', text, (targets) => readWebhookTargets(targets, 'its JSON'));
}

/** Sends to webhooks until `closing`. */
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
