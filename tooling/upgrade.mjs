// `npx device-console upgrade [version]`: in a workspace outside, installs the newest packages that lie in it, or one
// version of shared-lib, and tells what the remotes use that is deprecated or gone.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runCommand, usageOf } from './lib/command-line.mjs';
import { deprecatedNames } from './lib/deprecated-names.mjs';
import { messageOf } from './lib/errors.mjs';
import { isInstalled, remoteIds, rootDir, toolingDir } from './lib/paths.mjs';
import { refuseTypeErrors } from './lib/refusals/types.mjs';
import { install, outdated, wantedPackages } from './lib/upgrade.mjs';

await runCommand('upgrade', raise, 'Not upgraded: ');

/** @param {import('./lib/command-line.mjs').Given} given */
async function raise({ positionals: [version, ...more] }) {
  if (more.length > 0) throw new Error(`Name one version: ${usageOf('upgrade')}`);
  if (!isInstalled) throw new Error('In this repository the packages are its own sources; there is nothing to raise.');
  const wanted = wantedPackages(rootDir, version);
  const newer = outdated(rootDir, wanted);
  for (const { name, version: to } of newer) console.log(`${name} ${to}`);
  if (newer.length === 0) {
    console.log(`Installed: ${wanted.map(({ name, version: now }) => `${name} ${now}`).join(', ')}.`);
    for (const id of remoteIds()) await tellNames(id);
  } else {
    install(rootDir, newer);
    // The tools that were installed just now go on.
    const again = [join(toolingDir, 'device-console.mjs'), 'upgrade', ...(version === undefined ? [] : [version])];
    process.exitCode = spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1;
  }
}

/**
 * Says what of shared-lib a remote uses and should not, or can no longer.
 * @type {(id: string) => Promise<void>}
 */
async function tellNames(id) {
  const [types] = await Promise.allSettled([refuseTypeErrors(id)]);
  const deprecated = deprecatedNames(rootDir, id);
  if (types.status === 'rejected') {
    process.exitCode = 1;
    console.log(`${id} does not compile with these packages.\n${messageOf(types.reason)}`);
    console.log("  What takes a name's place stands in node_modules/@device-console/shared-lib/CHANGELOG.md.");
  }
  if (deprecated.length > 0)
    console.log([`${id} uses what goes with the next major version:`, ...deprecated].join('\n  '));
  if (types.status === 'fulfilled' && deprecated.length === 0)
    console.log(`${id} uses nothing that is deprecated or gone.`);
}
