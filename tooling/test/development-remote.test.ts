// Building a remote as it is edited.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import webpack from 'webpack';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { announce } from '../development/development-console.ts';
import { watchBuilds } from '../development/development-remote.ts';
import { signatureState } from '../lib/publishing/keys.ts';
import { entryOf } from '../test-support/fake-entries.ts';
import { id, oneRemote } from '../test-support/one-remote.ts';
import { defined } from '../test-support/values.ts';

test('a first build with a fault ends nothing: the fault is told, and the mended file is built', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'development-remote-'));
  const file = join(folder, 'remote.js');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'remote.json'), '{"id":"mf-x"}');
  writeFileSync(file, 'const = 1;');
  const compiler = webpack({ mode: 'none', entry: file, output: { path: join(folder, 'dist') } });
  const built: RemoteDeclaration[] = [];
  const fault: Promise<string> = new Promise((told) => {
    void watchBuilds(compiler, { id: 'mf-x', log: told, onBuilt: (declaration) => void built.push(declaration) });
  });
  const watched = watchBuilds(compiler, { id: 'mf-x', log: () => undefined, onBuilt: () => undefined });
  const watching = compiler.watch({ aggregateTimeout: 0 }, () => undefined);
  assert.match(await fault, /^mf-x could not be built, and is built again when a file is saved:[^]*remote\.js/);
  assert.deepEqual(built, []);
  writeFileSync(file, 'const a = 1;');
  await watched;
  assert.deepEqual(built, [{ id: 'mf-x' }]);
  await new Promise((done) => watching?.close(done));
  rmSync(folder, { recursive: true });
});

test('each build is live in the registry under the next number, and a later start goes on from there', async () => {
  const { target, by, keys, current, publish, close } = await oneRemote();
  const now = async () => {
    const entry = defined(await current());
    return [entry.sequence, entry.epoch, entry.declaration.version, signatureState(entry, keys())];
  };
  await publish('1.0.0', 'a', {}, { ...by, epoch: 3 });
  for (const [sequence, version] of [
    [2, '1.1.0'],
    [3, '1.2.0'],
  ] as const) {
    const declaration = { ...entryOf(id, 1).declaration, version };
    await announce(target.store, declaration, 'http://localhost:3402/', by.key, 3);
    assert.deepEqual(await now(), [sequence, 3, version, 'valid']);
  }
  await publish('1.2.0', 'b', {}, { ...by, epoch: 3, replace: true });
  assert.deepEqual(await now(), [4, 3, '1.2.0', 'valid']);
  close();
});
