import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest, remoteIds, rootDir } from '../lib/paths.mjs';
import { billOf, lockedPackages } from '../lib/sbom.ts';

const packages = lockedPackages();

for (const deployable of ['shell', ...remoteIds(), 'reference-api', 'tooling'])
  test(`the bill of ${deployable} names what it depends on, with versions and hashes of the lock file`, () => {
    const { components, dependencies, metadata } = billOf(deployable, packages);
    assert.equal(metadata.component.purl, `pkg:npm/%40device-console/${deployable}@${metadata.component.version}`);
    const known = new Set(components.map(({ purl }) => purl));
    const { dependencies: direct } = readManifest(join(rootDir, deployable));
    for (const [name, version] of Object.entries(direct))
      assert.ok(known.has(`pkg:npm/${name.replace('@', '%40')}@${version}`), name);
    for (const { dependsOn } of dependencies) for (const ref of dependsOn) assert.ok(known.has(ref), ref);
    const own = components.filter((component) => component.group === '@device-console');
    assert.deepEqual(
      components.filter((component) => !('hashes' in component)),
      own,
    );
    for (const { purl } of components) assert.doesNotMatch(purl, /^pkg:npm\/(jest|knip|fast-check)@/);
  });

test('the bill of the shell holds what shared-lib brings, and what tests alone use is in none', () => {
  const names = new Set(billOf('shell', packages).components.map((component) => component.name));
  for (const name of ['react', 'react-dom', 'papaparse', 'valibot']) assert.ok(names.has(name), name);
  assert.ok(!names.has('fast-check'));
});

test('a package that lies in the folder of another is taken from there', () => {
  const bill = billOf('app', {
    app: { name: 'app', version: '1.0.0', dependencies: { a: '1', b: '1' } },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-AAAA', dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', integrity: 'sha512-AAAA' },
    'node_modules/b': { version: '1.0.0', integrity: 'sha512-AAAA' },
  });
  assert.deepEqual(bill.dependencies, [
    { ref: 'pkg:npm/app@1.0.0', dependsOn: ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0'] },
    { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@2.0.0'] },
    { ref: 'pkg:npm/b@2.0.0', dependsOn: [] },
    { ref: 'pkg:npm/b@1.0.0', dependsOn: [] },
  ]);
});

test('workflows name actions of others by the hash of a commit alone, with its version beside it', () => {
  const folders = [join(rootDir, '.github', 'workflows'), join(rootDir, 'tooling', 'templates')];
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.ya?ml(\.template)?$/.test(name))
        .map((name) => join(folder, name)),
    );
  assert.ok(files.length > 0);
  const used = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*(?:- )?uses:\s*(.+)$/gm)].map(([, text = '']) => text),
  );
  assert.ok(used.length > 0);
  assert.deepEqual(
    used.filter((text) => !text.startsWith('./') && !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(text)),
    [],
  );
});
