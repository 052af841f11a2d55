/** @import { Linter } from 'eslint' */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ESLint } from 'eslint';
import preset from '../eslint-preset.mjs';
import { smallRemote } from '../test-support/small-remote.mjs';

test('a name that is deprecated is a finding of the linter, with what its comment says to use', async () => {
  const made = smallRemote({
    'src/old.ts': '/** @deprecated Use fresh. */\nexport const old = 1;\nexport const fresh = 2;',
    'src/screen.tsx': "import { fresh, old } from './old.ts';\nexport const Screen = () => <p>{old + fresh}</p>;",
  });
  try {
    const eslint = new ESLint({
      cwd: made.workshop,
      overrideConfigFile: true,
      baseConfig: /** @type {Linter.Config[]} */ (preset),
    });
    const results = await eslint.lintFiles(['mf-small/src/screen.tsx']);
    const found = results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
    assert.deepEqual([...new Set(found)], ['@typescript-eslint/no-deprecated: `old` is deprecated. Use fresh.']);
  } finally {
    made.close();
  }
});
