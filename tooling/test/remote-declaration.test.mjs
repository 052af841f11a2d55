import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { evaluateRemote, screenRequest } from '../lib/remote-declaration.mjs';
import { remoteIds, rootDir } from '../lib/paths.mjs';

test('evaluates every remote of this repository without loading a screen', async () => {
  for (const id of remoteIds()) {
    const remote = await evaluateRemote(join(rootDir, id));
    assert.equal(remote.id, id);
    for (const screen of remote.screens) assert.match(screenRequest(screen), /^\.\/.+\.tsx$/);
  }
});

test('says how to write a screen\'s load, and what src/remote.ts must export', async () => {
  assert.throws(() => screenRequest({ id: 'x', load: () => Promise.resolve() }), /Screen "x": write load as \(\) => import/);
  const folder = mkdtempSync(join(tmpdir(), 'remote-'));
  try {
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src', 'remote.ts'), 'export const other = 1;');
    await assert.rejects(evaluateRemote(folder), /must export "remote"/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
