// `npx device-console pack-release --to <folder>`: packs what an administrator installs.
import { resolve } from 'node:path';
import { type Given, runCommand, usageOf } from './lib/command-line.mjs';
import { packRelease } from './packing/release.ts';

await runCommand('pack-release', packFor, 'Nothing is ready: ');

async function packFor({ values: { to, key } }: Given) {
  if (!to) throw new Error(`Say into which folder: ${usageOf('pack-release')}`);
  const file = await packRelease({ to: resolve(to), key, log: (line) => console.log(`  ${line}`) });
  console.log(`${file}\nHow it is installed is in deploy/README.md.`);
}
