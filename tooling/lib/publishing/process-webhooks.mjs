// The webhooks of a command, from its environment: WEBHOOKS holds their list, or WEBHOOKS_FILE names a file of it.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fromSharedLib } from '../from-shared-lib.mjs';

/**
 * @import * as telemetry from '@device-console/shared-lib/telemetry'
 */

/**
 * Sends messages to teams. One that does not arrive is a line on standard error and fails nothing.
 * @type {(environment: NodeJS.ProcessEnv) => Promise<telemetry.Webhooks>}
 */
export async function webhooksOf({ WEBHOOKS, WEBHOOKS_FILE }) {
  const { createWebhooks, readWebhookTargets } = /** @type {typeof telemetry} */ (
    await fromSharedLib(`export { createWebhooks, readWebhookTargets } from '@device-console/shared-lib/telemetry';`)
  );
  const targets = WEBHOOKS_FILE
    ? readWebhookTargets(readFileSync(WEBHOOKS_FILE, 'utf8'), WEBHOOKS_FILE)
    : WEBHOOKS
      ? readWebhookTargets(WEBHOOKS, 'WEBHOOKS')
      : [];
  return createWebhooks({
    targets,
    fetch: (url, init) => fetch(url, init),
    wait: (milliseconds) => wait(milliseconds),
    now: Date.now,
    onFailure: (text) => console.error(text),
  });
}
