import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { secretOf } from '../lib/publishing/targets.ts';

test('a secret comes from its variable or from a file, never from both', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  try {
    const file = join(folder, 'store-token');
    writeFileSync(file, 'token-of-a-team\n');
    assert.equal(secretOf('STORE_TOKEN', { STORE_TOKEN: 'given' }), 'given');
    assert.equal(secretOf('STORE_TOKEN', { STORE_TOKEN_FILE: file }), 'token-of-a-team');
    assert.equal(secretOf('FIGURES_KEY', { STORE_TOKEN_FILE: file }), undefined);
    assert.throws(() => secretOf('STORE_TOKEN', { STORE_TOKEN: 'given', STORE_TOKEN_FILE: file }), /are both set/);
    assert.throws(() => secretOf('STORE_TOKEN', { STORE_TOKEN_FILE: join(folder, 'none') }), /ENOENT/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
