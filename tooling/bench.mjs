// `npm run bench`: what is measured side by side in one run, as ratios, and what the pages weigh.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './lib/build-if-changed.mjs';
import { readCommand } from './lib/command-line.mjs';
import { rootDir } from './lib/paths.mjs';
import { measureSizes } from './lib/sizes.mjs';
import { buildJobs } from './lib/workspace.mjs';

const { positionals } = readCommand('bench');
const [only] = positionals;

for (const folder of readdirSync(rootDir)
  .map((name) => join(rootDir, name, 'bench'))
  .filter((path) => existsSync(path))) {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.mjs') && (!only || name === `${only}.mjs`));
  for (const script of scripts) {
    console.log(`\n=== ${script}`);
    const { status } = spawnSync(process.execPath, [join(folder, script)], { cwd: rootDir, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

if (!only) {
  await buildIfChanged(buildJobs(), console.log);
  console.log('\n=== gzipped script and style');
  for (const { name, bytes, limit } of measureSizes())
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB (limit ${limit / 1000} kB)`);
}
