import { createWebhooks, readWebhookTargets, type WebhookTarget } from '@device-console/shared-lib/telemetry';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { ofFile, readPrivateFile } from '../../core/configuration/private-file.ts';
import type { Clock } from '../../core/time/clock.ts';

/** Returns the webhooks in WEBHOOKS_FILE, or in WEBHOOKS itself; none without either. Throws ConfigurationError. */
export function webhooksOf({
  WEBHOOKS_FILE: file,
  WEBHOOKS: text,
}: {
  readonly WEBHOOKS_FILE?: string | undefined;
  readonly WEBHOOKS?: string | undefined;
}): readonly WebhookTarget[] {
  if (file !== undefined)
    return ofFile('WEBHOOKS_FILE', file, (path) => readWebhookTargets(readPrivateFile(path), path));
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
