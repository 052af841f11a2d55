// `device-console publish-own`: makes the remotes of a release live. Run again, it publishes those that have changed.
import { join, resolve } from 'node:path';
import { type Given, runCommand, usageOf } from './lib/command-line.mjs';
import { readJson, remoteIds } from './lib/paths.mjs';
import { prepareLocalKeys } from './lib/publishing/keys.ts';
import { publishOwn, type TrustingConfig } from './lib/publishing/own-remotes.ts';
import { publishTarget } from './lib/publishing/targets.ts';

await runCommand('publish-own', publish);

async function publish({ values: { web, to, origin, key } }: Given) {
  if (!web || !to || !origin || !key) throw new Error(`Say --web, --to, --origin and --key: ${usageOf('publish-own')}`);
  const configFile = join(resolve(web), 'config.json');
  const ids = remoteIds();
  const keys = prepareLocalKeys(configFile, ids, resolve(key));
  const config = readJson(configFile) as TrustingConfig;
  const refused = await publishOwn(ids, { keys, config, target: publishTarget({ to, origin }), log: console.log });
  const live = ids.filter((id) => !refused.includes(id));
  if (live.length > 0) console.log(`${live.join(', ')} are live at ${origin}`);
  if (refused.length > 0) process.exitCode = 1;
}
