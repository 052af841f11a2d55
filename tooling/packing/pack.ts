// Packs the packages for teams outside the repository, as npm tarballs.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageSharedLib } from './shared-lib.ts';
import { stageTooling } from './tooling.ts';
import { buildIfChanged } from '../lib/build-if-changed.ts';
import { readManifest, remoteIds, rootDir } from '../lib/paths.mjs';
import {
  apiProgram,
  buildJobs,
  developmentHost,
  developmentHostJobs,
  devHostFolders,
  hostBuild,
  remoteBuild,
} from '../lib/workspace.mjs';
import { type Log, runNpm } from '../lib/run-node.ts';

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
      files.push(JSON.parse(runNpm(['pack', '--json', '--pack-destination', to], folder))[0].filename);
    }
    return files;
  } finally {
    rmSync(staging, { recursive: true });
  }
}

async function stageDevHost(folder: string, log: Log): Promise<void> {
  await buildIfChanged([...buildJobs(), ...developmentHostJobs()], log);
  const copy = (from: string, ...to: string[]): void =>
    cpSync(from, join(folder, ...to), { recursive: true, filter: isDelivered });
  copy(hostBuild(), devHostFolders.host);
  copy(developmentHost(), devHostFolders.developmentHost);
  copy(apiProgram(), devHostFolders.api, 'server.mjs');
  for (const id of remoteIds()) copy(remoteBuild(id), devHostFolders.remotes, id);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(), null, 2)}\n`);
}

/** False for source maps, the build's own notes and compressed copies. */
const isDelivered = (path: string): boolean => !/\.(map|br|gz)$|\/\.inputs$/.test(path);

/** The package.json: with the host's version. The API's packages come from the registry. */
function manifestOf() {
  const { version, type } = readManifest(join(rootDir, 'shell'));
  const { dependencies } = readManifest(join(rootDir, 'reference-api'));
  const ofOthers = Object.entries(dependencies).filter(([name]) => !name.startsWith('@device-console/'));
  return { name: '@device-console/dev-host', version, type, dependencies: Object.fromEntries(ofOthers) };
}
