// `device-console publish-own`: makes the remotes of a release live. Run again, it publishes those that have changed.
import { type Given, runCommand, usageOf } from './lib/command-line.mjs';
import { publishRelease } from './lib/publishing/own-remotes.ts';

await runCommand('publish-own', async ({ values: { web, to, origin, key } }: Given) => {
  if (!web || !to || !origin || !key) throw new Error(`Say --web, --to, --origin and --key: ${usageOf('publish-own')}`);
  const isWhole = await publishRelease({ web, to, origin, key, log: console.log });
  if (!isWhole) process.exitCode = 1;
});
