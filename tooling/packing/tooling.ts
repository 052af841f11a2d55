// The tooling package: everything that builds, tests, shows and publishes a remote.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { neighbour, sameAsNeighbour, sharedWorkflow } from '../lib/create-remote.ts';
import { readManifest, rootDir, toolingDir } from '../lib/paths.mjs';

/** Files and packages that only the repository's gate and packer need. */
const repositoryOnly = {
  files: [
    'package.json',
    'node_modules',
    'test',
    'test-support',
    'bench',
    'bench.js',
    'list-declarations.js',
    'pack-dev-host.js',
    'packing',
    'prepare.js',
    'public-types.js',
    'screenshots.js',
    'test.js',
    'tsconfig.json',
    'lib/chromium.js',
    'lib/compile.mjs',
    'lib/gate.js',
    'lib/gate-stages.js',
    'lib/new-names.js',
    'lib/package-scripts.js',
    'lib/programs.js',
    'lib/public-types.js',
  ],
  packages: ['dependency-cruiser', 'knip', 'lerna', 'playwright-core', 'ts-blank-space'],
};

export function stageTooling(folder: string): void {
  const left = repositoryOnly.files.map((file) => join(toolingDir, file));
  cpSync(toolingDir, folder, {
    recursive: true,
    filter: (path) => !left.includes(path) && !/(?<!\.d)\.ts$/.test(path),
  });
  for (const [from, to] of Object.entries(besides())) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(join(rootDir, from), join(folder, to), { recursive: true });
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(), null, 2)}\n`);
}

/** Files elsewhere in the repository that remotes need, and their place in the package. */
const besides = () => ({
  'tsconfig.base.json': 'tsconfig.base.json',
  ...Object.fromEntries(
    ['first-remote', 'remote-authors-guide', 'existing-remotes']
      .map((page) => `docs/${page}.md`)
      .map((page) => [page, page]),
  ),
  'docs/adr': 'docs/adr',
  'e2e/package.json': 'templates/neighbour/e2e/package.json',
  ...Object.fromEntries(
    ['package.json', ...sameAsNeighbour].map((file) => [`${neighbour}/${file}`, `templates/neighbour/${file}`]),
  ),
  ...Object.fromEntries(
    [`${neighbour}.yml`, sharedWorkflow].map((file) => [`.github/workflows/${file}`, `templates/workflows/${file}`]),
  ),
});

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
