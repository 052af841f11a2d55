import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rootDir } from '../lib/paths.mjs';
import { titlesIn } from '../test-support/test-names.mjs';

const rows = readFileSync(join(rootDir, 'docs', 'federation.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1);

test('every row of what the federation guarantees names a test that is there', () => {
  assert.ok(rows.length >= 17, `${rows.length} rows were read`);
  for (const row of rows) {
    const [, file = '', title = ''] = /\| `([^`]+)`: "(.+)" \|$/.exec(row) ?? [];
    assert.ok(title !== '' && existsSync(join(rootDir, file)), row);
    const source = readFileSync(join(rootDir, file), 'utf8');
    // A title that is a template stands there as it is written; others may be joined of several texts.
    assert.ok(source.includes(title) || titlesIn(file, source).includes(title), `${file} has no test "${title}"`);
  }
});
