// `npx device-console renew mf-reports`: signs the live version again, so that no browser refuses it as expired.
import { runCommand } from './lib/command-line.mjs';
import { namedRemote, publisher } from './lib/publishing/command.ts';
import { renew } from './lib/publishing/releases.ts';

await runCommand('renew', async (given) => {
  const id = namedRemote(given);
  const entry = await renew(await publisher(id, given));
  console.log(`${id} ${entry.declaration.version} counts until ${entry.expiresAt} (sequence ${entry.sequence})`);
});
