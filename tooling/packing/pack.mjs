// Packs the packages for teams outside the repository, as npm tarballs.
/** @import { Log } from '../lib/programs.mjs' */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageDevHost } from './dev-host.mjs';
import { stageSharedLib } from './shared-lib.mjs';
import { stageTooling } from './tooling.mjs';

/** @typedef {'shared-lib' | 'tooling' | 'dev-host'} PackageName */

/** @type {Readonly<Record<PackageName, (folder: string, log: Log) => void | Promise<void>>>} */
const packages = { 'shared-lib': stageSharedLib, tooling: stageTooling, 'dev-host': stageDevHost };

export const packageNames = /** @type {PackageName[]} */ (Object.keys(packages));

/**
 * Returns the file names of the tarballs in `to`.
 * @type {(names: readonly PackageName[], to: string, log: Log) => Promise<string[]>}
 */
export async function pack(names, to, log) {
  mkdirSync(to, { recursive: true });
  const staging = mkdtempSync(join(tmpdir(), 'device-console-pack-'));
  try {
    /** @type {string[]} */
    const files = [];
    for (const name of names) {
      const folder = join(staging, name);
      mkdirSync(folder);
      await packages[name](folder, log);
      files.push(tarball(folder, to));
    }
    return files;
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** @type {(folder: string, to: string) => string} */
function tarball(folder, to) {
  const { status, stdout, stderr, error } = spawnSync('npm', ['pack', '--json', '--pack-destination', to], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack failed in ${folder}: ${stderr}`, { cause: error });
  return JSON.parse(stdout)[0].filename;
}
