// `npx device-console upgrade [version]`: in a workspace outside the repository, installs the newest packages that are
// in it, or one version of shared-lib.
import { runCommand, usageOf } from './lib/command-line.mjs';
import { isInstalled, rootDir } from './lib/paths.mjs';
import { install, wantedPackages } from './lib/upgrade.mjs';

await runCommand('upgrade', raise, 'Not upgraded: ');

/** @param {import('./lib/command-line.mjs').Given} given */
function raise({ positionals: [version, ...more] }) {
  if (more.length > 0) throw new Error(`Name one version: ${usageOf('upgrade')}`);
  if (!isInstalled) throw new Error('In this repository the packages are its own sources; there is nothing to raise.');
  const wanted = wantedPackages(rootDir, version);
  install(rootDir, wanted);
  console.log(
    `Installed: ${wanted.map(({ name, version: now }) => `${name} ${now}`).join(', ')}.\n` +
      'In each remote, npm run typecheck names what is gone, and npm run lint what is deprecated; what takes its ' +
      'place stands in node_modules/@device-console/shared-lib/CHANGELOG.md.',
  );
}
