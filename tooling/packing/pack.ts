// Packs the packages for teams outside the repository, as npm tarballs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageDevHost } from './dev-host.ts';
import { stageSharedLib } from './shared-lib.ts';
import { stageTooling } from './tooling.ts';
import type { Log } from '../lib/programs.ts';

type PackageName = 'shared-lib' | 'tooling' | 'dev-host';

const packages: Readonly<Record<PackageName, (folder: string, log: Log) => void | Promise<void>>> = {
  'shared-lib': stageSharedLib,
  tooling: stageTooling,
  'dev-host': stageDevHost,
};

export const packageNames = Object.keys(packages) as PackageName[];

/** Returns the file names of the tarballs in `to`. */
export async function pack(names: readonly PackageName[], to: string, log: Log): Promise<string[]> {
  mkdirSync(to, { recursive: true });
  const staging = mkdtempSync(join(tmpdir(), 'device-console-pack-'));
  try {
    const files: string[] = [];
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

function tarball(folder: string, to: string): string {
  const { status, stdout, stderr, error } = spawnSync('npm', ['pack', '--json', '--pack-destination', to], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack failed in ${folder}: ${stderr}`, { cause: error });
  return JSON.parse(stdout)[0].filename;
}
