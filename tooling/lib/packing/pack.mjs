// The packages with which a team outside the repository works, as npm tarballs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageDevHost } from './dev-host.mjs';
import { stageSharedLib } from './shared-lib.mjs';
import { stageTooling } from './tooling.mjs';

/** Every package, and what writes it into a folder. */
export const packages = { 'shared-lib': stageSharedLib, tooling: stageTooling, 'dev-host': stageDevHost };

/** Packs the named packages into the folder `to`; returns their file names. */
export async function pack(names, to, log) {
  mkdirSync(to, { recursive: true });
  const staging = mkdtempSync(join(tmpdir(), 'device-console-pack-'));
  try {
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

function tarball(folder, to) {
  const { status, stdout, stderr, error } = spawnSync('npm', ['pack', '--json', '--pack-destination', to], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack failed in ${folder}: ${stderr}`, { cause: error });
  return JSON.parse(stdout)[0].filename;
}
