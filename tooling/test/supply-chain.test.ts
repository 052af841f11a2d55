import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest, remoteIds, rootDir } from '../lib/paths.mjs';
import { billOf, wholeBill } from '../lib/sbom.ts';

const whole = wholeBill();

for (const deployable of ['shell', ...remoteIds(), 'reference-api', 'tooling'])
  test(`the bill of ${deployable} names what it depends on, with versions and hashes of the lock file`, () => {
    const { components, dependencies, metadata } = billOf(deployable, whole);
    const manifest = readManifest(join(rootDir, deployable));
    assert.equal(metadata.component.purl, `pkg:npm/%40device-console/${deployable}@${manifest.version}`);
    const known = new Set(components.map(({ purl }) => purl));
    for (const [name, version] of Object.entries(manifest.dependencies))
      assert.ok(known.has(`pkg:npm/${name.replace('@', '%40')}@${version}`), name);
    const refs = new Set(components.map((component) => component['bom-ref']));
    for (const { dependsOn } of dependencies) for (const ref of dependsOn) assert.ok(refs.has(ref), ref);
    const own = components.filter(({ purl }) => purl.startsWith('pkg:npm/%40device-console/'));
    assert.deepEqual(
      components.filter((component) => !('hashes' in component)),
      own,
    );
    for (const { purl } of components) assert.doesNotMatch(purl, /^pkg:npm\/(jest|knip|fast-check)@/);
  });

test('the bill of the shell holds what shared-lib brings, and what tests alone use is in none', () => {
  const names = new Set(billOf('shell', whole).components.map((component) => component.name));
  for (const name of ['react', 'react-dom', 'papaparse', 'valibot']) assert.ok(names.has(name), name);
  assert.ok(!names.has('fast-check'));
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
