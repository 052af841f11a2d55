// `npm run bench`: runs one bench of the packages, or all.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { readCommand } from './lib/command-line.mjs';
import { rootDir } from './lib/paths.mjs';

const [only] = readCommand('bench').positionals;

for (const folder of readdirSync(rootDir)
  .map((name) => join(rootDir, name, 'bench'))
  .filter((path) => existsSync(path))) {
  const scripts = readdirSync(folder).filter((name) => /\.m?js$/.test(name) && (!only || parse(name).name === only));
  for (const script of scripts) {
    console.log(`\n=== ${script}`);
    const { status } = spawnSync(process.execPath, [join(folder, script)], { cwd: rootDir, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}
