// `npx device-console upgrade [version]`, in a workspace outside the repository.
import { runCommand } from './lib/command-line.mjs';
import { isInstalled, rootDir } from './lib/paths.mjs';
import { runNpm } from './lib/run-node.ts';
import { wantedPackages } from './lib/upgrade.ts';

await runCommand('upgrade', raise, 'Not upgraded: ');

function raise({ positionals: [version] }: { positionals: string[] }) {
  if (!isInstalled) throw new Error('In this repository the packages are its own sources; there is nothing to raise.');
  const wanted = wantedPackages(rootDir, version);
  // Also takes packages that were packed again, and records them in package.json and the lock file.
  runNpm(['install', '--no-audit', '--no-fund', ...wanted.map(({ file }) => `./${file}`)]);
  console.log(
    `Installed: ${wanted.map(({ name, version: now }) => `${name} ${now}`).join(', ')}.\n` +
      'In each remote, npm run typecheck names what is gone, and npm run lint what is deprecated; what takes its ' +
      'place stands in node_modules/@device-console/shared-lib/CHANGELOG.md.',
  );
}
