import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { evaluateRemote } from '../lib/evaluate-remote.ts';
import { partRequest } from '../lib/remote-declaration.ts';
import { partsOf } from '../lib/publishing/rules.ts';
import { remoteIds, rootDir } from '../lib/paths.mjs';

test('evaluates every remote of this repository without loading any of its parts', async () => {
  for (const id of remoteIds()) {
    const remote = await evaluateRemote(join(rootDir, id));
    assert.equal(remote.id, id);
    for (const one of partsOf(remote)) assert.match(partRequest(one), /^\.\/.+\.tsx?$/);
  }
});

test('says how to write the load of a part, and what src/remote.ts must export', async () => {
  for (const [kind, word] of [
    ['screen', 'the screen'],
    ['devicePanel', 'the panel'],
    ['homePanel', 'the Home panel'],
  ] as const) {
    const part = { id: 'x', load: () => Promise.resolve() };
    const message = new RegExp(`^Error: ${word} "x": write load as \\(\\) => import`);
    assert.throws(() => partRequest({ kind, part }), message);
  }
  const folder = mkdtempSync(join(tmpdir(), 'remote-'));
  try {
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src', 'remote.ts'), 'export const other = 1;');
    await assert.rejects(evaluateRemote(folder), /must export "remote"/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
