import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { commands } from '../lib/commands.mjs';
import { setUpFiles } from '../lib/create-remote.ts';
import { stageSharedLib } from '../packing/shared-lib.ts';
import { stageTooling } from '../packing/tooling.ts';
import { type PackageManifest, readManifest, rootDir } from '../lib/paths.mjs';

type PackedManifest = PackageManifest & { peerDependencies?: Record<string, string> };

let folder: string;
const at = (...parts: string[]): string => join(folder, ...parts);
const filesOf = (name: string): string[] =>
  readdirSync(at(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'packing-'));
  for (const [name, stage] of [
    ['shared-lib', stageSharedLib],
    ['tooling', stageTooling],
  ] as const) {
    mkdirSync(at(name));
    stage(at(name));
  }
});
after(() => rmSync(folder, { recursive: true }));

/** The packages that a package's scripts import. Throws if a file of its own that they import is missing. */
async function imported(name: string): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: filesOf(name).filter((file) => /\.(js|mjs|cjs)$/.test(file)),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    loader: { '.css': 'empty' },
    metafile: true,
    write: false,
    outdir: at('out'),
    logLevel: 'silent',
  });
  const requests = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  return new Set(
    requests
      // '<runtime>' is what esbuild calls its own helpers.
      .filter((request) => !isBuiltin(request) && !request.startsWith('.') && request !== '<runtime>')
      .map((request) =>
        request
          .split('/')
          .slice(0, request.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  );
}

test('shared-lib is packed compiled: every subpath has its code and types, and no source comes along', () => {
  const { exports } = readManifest(at('shared-lib'));
  assert.deepEqual(Object.keys(exports), Object.keys(readManifest(join(rootDir, 'shared-lib')).exports));
  for (const file of Object.values(exports).filter((path) => path.endsWith('.js'))) {
    assert.ok(existsSync(at('shared-lib', file)), file);
    assert.ok(existsSync(at('shared-lib', file.replace(/\.js$/, '.d.ts'))), file);
  }
  const files = filesOf('shared-lib');
  assert.deepEqual(
    files.filter((file) => /(?<!\.d)\.tsx?$|\.test\./.test(file)),
    [],
  );
  assert.ok(files.some((file) => file.endsWith('tokens.css')));
});

test('a team installs nothing that only this repository needs, and not 1,700 icons for the few that are used', () => {
  const wanted = ['shared-lib', 'tooling'].flatMap((name) => Object.keys(readManifest(at(name)).dependencies));
  for (const name of ['lucide-react', '@stryker-mutator/core', '@seriousme/openapi-schema-validator'])
    assert.ok(!wanted.includes(name), name);
  const icons = readFileSync(at('shared-lib', 'dist', 'ui', 'icons', 'line-icon.js'), 'utf8');
  assert.match(icons, /@license lucide-react/);
  assert.ok(icons.length < 100_000, `${icons.length} bytes`);
});

test('a file that packed code asks for by its address is there under that name', () => {
  const asked = filesOf('shared-lib')
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)].map(([, path = '']) =>
        join(file, '..', path),
      ),
    );
  assert.ok(asked.length >= 2);
  assert.deepEqual(
    asked.filter((file) => !existsSync(file)),
    [],
  );
});

test('what the packages import stands in their package.json, in the exact version that is installed here', async () => {
  for (const name of ['shared-lib', 'tooling']) {
    const { name: own, dependencies, peerDependencies } = readManifest(at(name)) as PackedManifest;
    const named = { ...dependencies, ...peerDependencies };
    assert.deepEqual(
      [...(await imported(name))].filter((wanted) => !(wanted in named) && wanted !== own),
      [],
      name,
    );
    for (const [wanted, version] of Object.entries(named))
      assert.equal(
        version.replace(/^npm:.+@/, ''),
        readManifest(join(rootDir, 'node_modules', wanted)).version,
        wanted,
      );
  }
});

const outsideCommands = Object.entries(commands).filter(([, { outside }]) => outside);

test('the tools are packed with every command, and what a new remote takes over', () => {
  for (const [script] of outsideCommands) assert.ok(existsSync(at('tooling', `${script}.js`)), script);
  for (const file of [...setUpFiles, 'remote/src/remote.ts.template'])
    assert.ok(existsSync(at('tooling', 'templates', file)), file);
});

test("the packed authors' pages link to pages that are in the package, and are short", () => {
  const textOf = (page: string) => readFileSync(at('tooling', 'docs', page), 'utf8');
  const pages = readdirSync(at('tooling', 'docs')).filter((name) => name.endsWith('.md'));
  assert.deepEqual(pages.toSorted(), ['existing-remotes.md', 'first-remote.md', 'remote-authors-guide.md']);
  for (const page of pages) {
    const dead = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)[^)]*\)/g)].filter(
      ([, target = '']) => !existsSync(at('tooling', 'docs', target)),
    );
    assert.deepEqual(
      dead.map(([link]) => link),
      [],
      page,
    );
  }
  const lines = (page: string) => textOf(page).split('\n').length;
  assert.ok(lines('first-remote.md') <= 100);
  assert.ok(lines('remote-authors-guide.md') <= 350);
  assert.ok((textOf('first-remote.md').match(/^ {4}\$ /gm) ?? []).length < 10, 'ten commands, with npm install');
});

test('the command line names its commands when it is given none that it has', () => {
  const { status, stderr } = spawnSync(process.execPath, [at('tooling', 'device-console.mjs'), 'pubish'], {
    encoding: 'utf8',
  });
  assert.equal(status, 2);
  assert.match(stderr, /There is no command "pubish"; there are:\n/);
  for (const [, { outside }] of outsideCommands) assert.ok(stderr.includes(`\n  ${outside} `), outside);
});
