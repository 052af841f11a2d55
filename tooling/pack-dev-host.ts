// `npx device-console pack-dev-host --to <folder>`: packs what teams outside this repository need.
import { resolve } from 'node:path';
import { type Given, runCommand, usageOf } from './lib/command-line.mjs';
import { pack, packageNames } from './packing/pack.ts';

await runCommand('pack-dev-host', packFor, 'Nothing is ready: ');

async function packFor({ values: { to, only } }: Given) {
  if (!to) throw new Error(`Say into which folder: ${usageOf('pack-dev-host')}`);
  const wanted = only ? only.flatMap((name) => packageNames.filter((one) => one === name)) : packageNames;
  const wrong = only?.find((name) => !wanted.some((one) => one === name));
  if (wrong !== undefined) throw new Error(`There is no package "${wrong}": ${usageOf('pack-dev-host')}`);
  const folder = resolve(to);
  const files = await pack(wanted, folder, (line) => console.log(`  ${line}`));
  console.log(
    [
      `In ${folder}:`,
      ...files.map((file) => `  ${file}`),
      'What a team does with them is in docs/first-remote.md, "Set up".',
    ].join('\n'),
  );
}
