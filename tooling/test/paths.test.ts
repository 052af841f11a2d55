import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readJson } from '../lib/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'paths-'));
after(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'config.json');

test('a file that an editor saved with a byte order mark is read', () => {
  writeFileSync(file, '\uFEFF{"apiBase": "/api/"}');
  assert.deepEqual(readJson(file), { apiBase: '/api/' });
});

test('a file that is not JSON is named', () => {
  writeFileSync(file, '{"apiBase": "/api/"');
  assert.throws(
    () => readJson(file),
    (error) => error instanceof SyntaxError && error.message.startsWith(`${file} is not JSON: `),
  );
});
