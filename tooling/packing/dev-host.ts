// The package with a built console for authors outside the repository: host, the repository's remotes, and the API with
// demo data.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDevelopmentHost } from '../development/development-host.ts';
import { buildIfChanged } from '../lib/build-if-changed.ts';
import { readManifest, remoteIds, rootDir } from '../lib/paths.mjs';
import { apiProgram, buildJobs, devHostFolders, hostBuild, remoteBuild } from '../lib/workspace.mjs';
import type { Log } from '../lib/programs.ts';

export async function stageDevHost(folder: string, log: Log): Promise<void> {
  await buildIfChanged(buildJobs(), log);
  const copy = (from: string, ...to: string[]): void =>
    cpSync(from, join(folder, ...to), { recursive: true, filter: isDelivered });
  copy(hostBuild(), devHostFolders.host);
  copy(await buildDevelopmentHost(log), devHostFolders.developmentHost);
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
