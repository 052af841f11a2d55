import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readJson } from '../lib/paths.mjs';
import { publish } from '../lib/publish.mjs';
import { makeKey } from '../lib/publishing/keys.mjs';

let folder;
let key;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'));
  key = makeKey(join(folder, 'keys', 'one.pem'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function build(id, version, code) {
  const distDir = join(folder, `dist-${id}-${version}-${code}`);
  mkdirSync(distDir);
  writeFileSync(join(distDir, 'remote.json'), JSON.stringify({ id, version, entry: { file: `${code}.js` } }));
  writeFileSync(join(distDir, `${code}.js`), code);
  writeFileSync(join(distDir, `${code}.js.map`), '{}');
  return distDir;
}

function publishBuild(id, distDir) {
  return publish({ distDir, storeDir: join(folder, 'store', id), registryFile: join(folder, 'registry.json'), origin: `http://localhost/${id}`, key });
}

test('changes its own entry alone, with a sequence that goes up', () => {
  publishBuild('mf-a', build('mf-a', '1.0.0', 'one'));
  publishBuild('mf-b', build('mf-b', '1.0.0', 'two'));
  const [, other] = readJson(join(folder, 'registry.json')).remotes;
  publishBuild('mf-a', build('mf-a', '1.1.0', 'three'));
  const { remotes } = readJson(join(folder, 'registry.json'));
  assert.deepEqual(remotes.map(({ id, sequence }) => [id, sequence]), [['mf-a', 2], ['mf-b', 1]]);
  assert.deepEqual(remotes[1], other);
  assert.equal(remotes[0].declaration.version, '1.1.0');
});

test('keeps the older version\'s files, leaves source maps out, and leaves nothing half-made behind', () => {
  publishBuild('mf-a', build('mf-a', '1.0.0', 'one'));
  publishBuild('mf-a', build('mf-a', '1.0.0', 'two'));
  const versions = readdirSync(join(folder, 'store', 'mf-a'));
  assert.equal(versions.length, 2);
  const files = versions.flatMap((version) => readdirSync(join(folder, 'store', 'mf-a', version)));
  assert.deepEqual(files.filter((name) => name.endsWith('.map') || name.endsWith('.tmp')), []);
  assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith('.tmp')), []);
});

test('publishing the live build again changes nothing', () => {
  const distDir = build('mf-a', '1.0.0', 'one');
  assert.equal(publishBuild('mf-a', distDir).changed, true);
  const before = readJson(join(folder, 'registry.json'));
  assert.equal(publishBuild('mf-a', distDir).changed, false);
  assert.deepEqual(readJson(join(folder, 'registry.json')), before);
});
