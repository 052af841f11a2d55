// The shared-lib package: ES modules, declarations and styles by subpath, without sources.
/** @import { PackageManifest } from '../lib/paths.mjs' */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { compileSources } from '../lib/compile-sources.mjs';
import { readManifest, rootDir } from '../lib/paths.mjs';
import { sinceFile } from '../lib/since.mjs';
import { sharedLibDir } from '../lib/workspace.mjs';

const sourceDir = join(sharedLibDir, 'src');
// Workers are not imported, but named like this.
const workerAddress = /(new URL\('\.[^']+)\.tsx?(', import\.meta\.url\))/g;

/** @type {(folder: string) => void} */
export function stageSharedLib(folder) {
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

/** @type {(ending: string) => string[]} */
const sourceFiles = (ending) =>
  readdirSync(sourceDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));

/** @type {(exports: PackageManifest['exports']) => PackageManifest['exports']} */
const compiledExports = (exports) =>
  Object.fromEntries(
    Object.entries(exports).map(([name, file]) => [name, file.replace(/^\.\/src\/(.+)\.ts$/, './dist/$1.js')]),
  );

/** @type {(exports: PackageManifest['exports']) => string[]} */
const sourcesOf = (exports) => [
  ...Object.values(exports)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(sharedLibDir, file)),
  ...sourceFiles('-worker.ts').map((file) => join(sourceDir, file)),
  join(sourceDir, 'css.d.ts'),
];

/**
 * Compiles sources and their imports. Returns the packages that the compiled files import.
 * @type {(files: readonly string[], outDir: string) => Set<string>}
 */
function compile(files, outDir) {
  compileSources({ files, rootDir: sourceDir, outDir, hasCode: true });
  const compiled = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
  return new Set(compiled.filter((file) => /\.(js|d\.ts)$/.test(file)).flatMap((file) => finish(join(outDir, file))));
}

/**
 * Changes the addresses of workers in a compiled file to their compiled files. Returns the packages that it imports.
 * @type {(file: string) => string[]}
 */
function finish(file) {
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
 * @type {(packages: Iterable<string>, dependencies: PackageManifest['dependencies']) =>
 *   PackageManifest['dependencies']}
 */
function peersOf(packages, dependencies) {
  const { devDependencies } = readManifest(rootDir);
  const peers = [...packages].filter((name) => !(name in dependencies)).sort();
  const unknown = peers.filter((name) => !(name in devDependencies));
  if (unknown.length > 0)
    throw new Error(
      `shared-lib imports ${unknown.join(', ')}, which neither its package.json nor the repository's names.`,
    );
  return Object.fromEntries(peers.map((name) => [name, devDependencies[name] ?? '']));
}
