// `npm run mutants -- <folder>`: StrykerJS breaks the sources of a folder one place at a time, and names each change
// that the tests of that folder, or of another of its package, do not notice.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { readCommand } from './lib/command-line.mjs';
import { dataDir, rootDir } from './lib/paths.mjs';

interface JestProject {
  readonly rootDir: string;
  readonly testMatch: readonly string[];
}

/** A package and a folder of its sources, as seen from it. */
function placeOf(path: string): { readonly packageDir: string; readonly folder: string } {
  const [name = '', ...rest] = relative(rootDir, resolve(rootDir, path)).split(sep);
  const packageDir = join(rootDir, name);
  const isFolder = statSync(join(packageDir, ...rest), { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder || !existsSync(join(packageDir, 'jest.config.mjs')))
    throw new Error(`${path} is no folder of a package with jest tests.`);
  return { packageDir, folder: rest.join('/') };
}

/** The package's jest set-up, for the tests of one folder, in whichever copy of the package it runs. */
async function jestConfigOf(packageDir: string, folder: string): Promise<Record<string, unknown>> {
  const { default: config } = (await import(pathToFileURL(join(packageDir, 'jest.config.mjs')).href)) as {
    readonly default: { readonly projects: readonly JestProject[] };
  };
  const projects = config.projects.map(({ rootDir: _, testMatch, ...project }) => ({
    ...project,
    testMatch: testMatch.map((pattern) => pattern.replace('<rootDir>', `<rootDir>/${folder}`)),
  }));
  return { ...config, projects };
}

/** A folder for copies of a package, with the rest of the repository beside them as tests expect it. */
function prepareFolder(): string {
  const copies = join(dataDir(), 'mutants');
  rmSync(copies, { recursive: true, force: true });
  mkdirSync(copies, { recursive: true });
  for (const name of readdirSync(rootDir))
    if (!name.startsWith('.')) symlinkSync(join(rootDir, name), join(copies, name));
  return copies;
}

const [sources = '', tests = sources] = readCommand('mutants').positionals;
const { packageDir, folder } = placeOf(sources);
const config = await jestConfigOf(packageDir, placeOf(tests).folder);
process.env['DATABASES'] ??= 'sqlite';
process.chdir(packageDir);
await new Stryker({
  mutate: [`${folder}/**/*.ts?(x)`, '!**/*.test.ts?(x)', '!**/testing/**'],
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { projectType: 'custom', config, enableFindRelatedTests: false },
  coverageAnalysis: 'off',
  tempDirName: prepareFolder(),
  reporters: ['clear-text', 'progress-append-only'],
}).runMutationTest();
