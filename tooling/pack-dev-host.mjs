// `npm run pack-dev-host -- --to <folder>`: shared-lib, the tools and a console to run, as packages for teams outside
// this repository.
import { resolve } from 'node:path';
import { readCommand, usageOf } from './lib/command-line.mjs';
import { installIfMissing } from './lib/install.mjs';

const { to, only } = readCommand('pack-dev-host').values;
try {
  installIfMissing();
  const { pack, packages } = await import('./lib/packing/pack.mjs');
  const known = Object.keys(packages);
  if (!to) throw new Error(`Say into which folder: ${usageOf('pack-dev-host')}`);
  const wrong = only?.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new Error(`There is no package "${wrong}": ${usageOf('pack-dev-host')}`);
  const folder = resolve(to);
  const files = await pack(only ?? known, folder, (line) => console.log(`  ${line}`));
  console.log(
    [
      `In ${folder}:`,
      ...files.map((file) => `  ${file}`),
      'What a team does with them is in docs/remote-authors-guide.md, "Outside the repository".',
    ].join('\n'),
  );
} catch (error) {
  console.error(`Nothing is ready: ${error.message}`);
  process.exitCode = 1;
}
