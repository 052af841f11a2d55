// The shared-lib package: ES modules, declarations and styles by subpath, without sources.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { compileSources } from '../lib/public-types.ts';
import { type PackageManifest, readManifest, rootDir } from '../lib/paths.mjs';
import { sinceFile } from '../lib/since.ts';
import { sharedLibDir } from '../lib/workspace.mjs';

const sourceDir = join(sharedLibDir, 'src');
// Workers are not imported, but named like this.
const workerAddress = /(new URL\('\.[^']+)\.tsx?(', import\.meta\.url\))/g;
/** What the `testing` subpath expects in a workspace, in this repository's versions. */
const peers = ['@testing-library/react', '@testing-library/user-event'];

export function stageSharedLib(folder: string): void {
  const { name, version, type, sideEffects, exports, dependencies } = readManifest(sharedLibDir);
  const { devDependencies } = readManifest(rootDir);
  const output = join(folder, 'dist');
  compileSources(sourcesOf(exports), sourceDir, output, true);
  nameCompiledWorkers(output);
  inlineIcons(output);
  for (const file of filesIn(sourceDir, '.css')) cpSync(join(sourceDir, file), join(output, file));
  const manifest = {
    name,
    version,
    type,
    sideEffects,
    exports: compiledExports(exports),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([wanted]) => wanted !== iconPackage)),
    peerDependencies: Object.fromEntries(peers.map((peer) => [peer, devDependencies[peer]])),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(sharedLibDir, sinceFile), join(folder, sinceFile));
  // The first release writes this file.
  const notes = join(sharedLibDir, 'CHANGELOG.md');
  if (existsSync(notes)) cpSync(notes, join(folder, 'CHANGELOG.md'));
}

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));

const compiledExports = (exports: PackageManifest['exports']): PackageManifest['exports'] =>
  Object.fromEntries(
    Object.entries(exports).map(([name, file]) => [name, file.replace(/^\.\/src\/(.+)\.ts$/, './dist/$1.js')]),
  );

const sourcesOf = (exports: PackageManifest['exports']): string[] => [
  ...Object.values(exports)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(sharedLibDir, file)),
  ...filesIn(sourceDir, '-worker.ts').map((file) => join(sourceDir, file)),
  join(sourceDir, 'css.d.ts'),
];

/** Its 1,700 icons weigh 53 MB installed. The few that are used come along, under their licence. */
const iconPackage = 'lucide-react';

function inlineIcons(output: string): void {
  const file = join(output, 'ui', 'icons', 'line-icon.js');
  buildSync({
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    external: ['react', 'react/*', './*.css'],
    legalComments: 'inline',
    nodePaths: [join(rootDir, 'node_modules')],
  });
}

function nameCompiledWorkers(output: string): void {
  for (const file of filesIn(output, '.js').map((name) => join(output, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(workerAddress, '$1.js$2'));
}
