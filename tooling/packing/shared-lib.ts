// The shared-lib package: ES modules, declarations and styles by subpath, without sources.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { compileSources } from '../lib/public-types.ts';
import { type PackageManifest, readManifest, rootDir } from '../lib/paths.mjs';
import { sinceFile } from '../lib/since.ts';
import { sharedLibDir } from '../lib/workspace.mjs';

const sourceDir = join(sharedLibDir, 'src');
// Workers are not imported, but named like this.
const workerAddress = /(new URL\('\.[^']+)\.tsx?(', import\.meta\.url\))/g;

export function stageSharedLib(folder: string): void {
  const { name, version, type, sideEffects, exports, dependencies } = readManifest(sharedLibDir);
  const output = join(folder, 'dist');
  const used = compile(sourcesOf(exports), output);
  for (const file of sourceFiles('.css')) cpSync(join(sourceDir, file), join(output, file));
  const manifest = {
    name,
    version,
    type,
    sideEffects,
    exports: compiledExports(exports),
    dependencies,
    peerDependencies: peersOf(used, dependencies),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(sharedLibDir, sinceFile), join(folder, sinceFile));
  // The first release writes this file.
  const notes = join(sharedLibDir, 'CHANGELOG.md');
  if (existsSync(notes)) cpSync(notes, join(folder, 'CHANGELOG.md'));
}

const sourceFiles = (ending: string): string[] =>
  readdirSync(sourceDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));

const compiledExports = (exports: PackageManifest['exports']): PackageManifest['exports'] =>
  Object.fromEntries(
    Object.entries(exports).map(([name, file]) => [name, file.replace(/^\.\/src\/(.+)\.ts$/, './dist/$1.js')]),
  );

const sourcesOf = (exports: PackageManifest['exports']): string[] => [
  ...Object.values(exports)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(sharedLibDir, file)),
  ...sourceFiles('-worker.ts').map((file) => join(sourceDir, file)),
  join(sourceDir, 'css.d.ts'),
];

/** Compiles sources and their imports. Returns the packages that the compiled files import. */
function compile(files: readonly string[], outDir: string): Set<string> {
  compileSources(files, sourceDir, outDir, true);
  const compiled = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
  return new Set(compiled.filter((file) => /\.(js|d\.ts)$/.test(file)).flatMap((file) => finish(join(outDir, file))));
}

/**
 * Changes the addresses of workers in a compiled file to their compiled files. Returns the packages that it imports.
 */
function finish(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const named = text.replaceAll(workerAddress, '$1.js$2');
  if (named !== text) writeFileSync(file, named);
  return ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !name.startsWith('.'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

/**
 * The peer dependencies: packages that the `testing` subpath expects in a workspace, in this repository's versions.
 */
function peersOf(packages: Iterable<string>, dependencies: PackageManifest['dependencies']) {
  const { devDependencies } = readManifest(rootDir);
  const peers = [...packages].filter((name) => !(name in dependencies)).sort();
  const unknown = peers.filter((name) => !(name in devDependencies));
  if (unknown.length > 0)
    throw new Error(
      `shared-lib imports ${unknown.join(', ')}, which neither its package.json nor the repository's names.`,
    );
  return Object.fromEntries(peers.map((name) => [name, devDependencies[name] ?? '']));
}
