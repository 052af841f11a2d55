// `npx device-console watch-canaries --console <URL> --key <pem>`: withdraws canaries whose failures exceed their
// budget. Run it by a scheduler.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type * as telemetry from '@device-console/shared-lib/telemetry';
import { fromSharedLib } from './lib/from-shared-lib.ts';
import { folderOfRelease } from './lib/publishing/build-files.ts';
import { figuresOfCanary, isBeyond, readFigures, reasonOf } from './lib/publishing/figures.ts';
import { runCommand, wrongUse } from './lib/command-line.mjs';
import { deployedConsole } from './lib/publishing/deployed-console.ts';
import { readKey } from './lib/publishing/keys.ts';
import { readRegistryOf } from './lib/publishing/registry.ts';
import { secretOf, storeAt } from './lib/publishing/targets.ts';
import { validWithdrawals, withdrawCanary } from './lib/publishing/withdrawals.ts';

await runCommand('watch-canaries', async (given) => {
  const { values } = given;
  const figuresKey = secretOf('FIGURES_KEY');
  if (!values.console || !values.key)
    throw wrongUse('Name the console and the key that withdraws; every canary of its registry is looked at.', given);
  if (!figuresKey)
    throw wrongUse(
      "FIGURES_KEY is not set: the API key that reads the figures, made by the API's command create-figures-key.",
      given,
    );
  const { hours = 2 } = values;
  const deployed = await deployedConsole(values.console);
  const key = readKey(resolve(values.key));
  if (!deployed.withdrawalKeys.some(({ keyId, publicKey }) => keyId === key.keyId && publicKey === key.publicKey))
    throw new Error(
      `${deployed.name} does not list ${key.keyId} in withdrawalKeys of its config.json, and would ignore what it ` +
        'signs.',
    );
  const store = storeAt(values.to);
  const webhooks = await webhooksOf();
  const { document } = await readRegistryOf(store);
  const before = await validWithdrawals(document, deployed.withdrawalKeys);
  const watched = document.remotes.flatMap((entry) =>
    entry?.canary && !before.some(({ id }) => id === entry.id) ? [{ ...entry, canary: entry.canary }] : [],
  );
  if (watched.length === 0) {
    console.log('No canary is out.');
    return;
  }
  const { items } = await readFigures(values.console, deployed.config, figuresKey, hours);
  for (const entry of watched) {
    const figures = figuresOfCanary(entry, items);
    const name = `${entry.id} ${entry.canary.declaration.version}`;
    const text = reasonOf(figures, hours);
    if (!isBeyond(figures, values)) {
      console.log(`${name} stays. ${text}`);
      continue;
    }
    const at = new Date().toISOString();
    if (!(await withdrawCanary(store, entry, { key, reason: text, at }))) {
      console.log(`${name} is no canary any more.`);
      continue;
    }
    console.log(`${name} is withdrawn. ${text}`);
    const { baseUrl, declaration } = entry.canary;
    const { owner, version } = declaration;
    const release = folderOfRelease(baseUrl);
    await webhooks.notify({ event: 'canary-withdrawn', at, remote: entry.id, owner, version, release, text });
  }
});

/**
 * The webhooks from the environment: WEBHOOKS holds their list, or WEBHOOKS_FILE names a file with it. A message that
 * cannot be delivered is printed to standard error and fails nothing.
 */
async function webhooksOf() {
  const { createWebhooks, readWebhookTargets } = (await fromSharedLib(
    `export { createWebhooks, readWebhookTargets } from '@device-console/shared-lib/telemetry';`,
  )) as typeof telemetry;
  const list = secretOf('WEBHOOKS');
  const targets = list ? readWebhookTargets(list, 'WEBHOOKS') : [];
  return createWebhooks({ targets, newId: randomUUID, fetch, wait, now: Date.now, onFailure: console.error });
}
