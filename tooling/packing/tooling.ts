// The tooling package: everything that builds, tests, shows and publishes a remote.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setUpFiles } from '../lib/create-remote.ts';
import { readManifest, rootDir, toolingDir } from '../lib/paths.mjs';

/** Files and packages that only the repository's gate and packer need. */
const repositoryOnly = {
  files: [
    'node_modules',
    'test',
    'test-support',
    'bench',
    'bench.js',
    'mutants.js',
    'pack-dev-host.js',
    'pack-release.js',
    'packing',
    'public-types.js',
    'publish-own.js',
    'screenshots.js',
    'test.js',
    'tsconfig.json',
    'lib/chromium.js',
    'lib/compile.mjs',
    'lib/built-for-browsers.js',
    'lib/gate.js',
    'lib/gate-stages.js',
    'lib/new-names.js',
    'lib/package-scripts.js',
    'lib/programs.js',
    'lib/public-types.js',
  ],
  packages: [
    '@seriousme/openapi-schema-validator',
    '@stryker-mutator/core',
    '@stryker-mutator/jest-runner',
    'dependency-cruiser',
    'knip',
    'lerna',
    'playwright-core',
    'tar',
    'ts-blank-space',
  ],
};

/** Files elsewhere in the repository that remotes need, by the folder of the package that has them under their path. */
const besides = {
  '.': [
    'tsconfig.base.json',
    'docs/first-remote.md',
    'docs/remote-authors-guide.md',
    'docs/existing-remotes.md',
    'docs/adr',
  ],
  templates: setUpFiles,
};

export function stageTooling(folder: string): void {
  const left = repositoryOnly.files.map((file) => join(toolingDir, file));
  cpSync(toolingDir, folder, {
    recursive: true,
    filter: (path) => !left.includes(path) && !/(?<!\.d)\.ts$/.test(path),
  });
  for (const [place, files] of Object.entries(besides))
    for (const file of files) cpSync(join(rootDir, file), join(folder, place, file), { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(), null, 2)}\n`);
}

/**
 * The package.json, including the programs from the repository's package.json: compiler, test runner, linter and their
 * types.
 */
function manifestOf() {
  const { name, version, type, bin, exports, dependencies } = readManifest(toolingDir);
  const { devDependencies, engines } = readManifest(rootDir);
  const wanted = Object.entries({ ...devDependencies, ...dependencies }).filter(
    ([packageName]) => !repositoryOnly.packages.includes(packageName),
  );
  return {
    name,
    version,
    type,
    engines,
    bin,
    exports,
    dependencies: Object.fromEntries(wanted.sort(([left], [right]) => left.localeCompare(right))),
  };
}
