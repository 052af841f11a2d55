// `npx device-console renew mf-reports`: publishes the live version again with a later expiry date, so that no browser
// refuses it as expired.
import { runCommand } from './lib/command-line.mjs';
import { namedRemote, publisher } from './lib/publishing/command.ts';
import { renew } from './lib/publishing/releases.ts';

await runCommand('renew', async (given) => {
  const id = namedRemote(given);
  const { target, by } = await publisher(id, given);
  const entry = await renew({ target, id, by });
  console.log(`${id} ${entry.declaration.version} counts until ${entry.expiresAt} (sequence ${entry.sequence})`);
});
