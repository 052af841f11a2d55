// A tenth of a large console: what its pages ask for is found by indexes. The bench itself also measures the times.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { rootDir } from '../lib/paths.mjs';

test('D40b no call of a page reads a large table whole, with 100,000 devices and 500,000 commands', () => {
  const bench = join(rootDir, 'reference-api/bench/scale.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench, '100000', 'plans'], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /\d+ calls were asked how they read/);
});
