/** @import { Linter } from 'eslint' */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ESLint } from 'eslint';
import preset from '../eslint-preset.mjs';
import { smallRemote } from '../test-support/small-remote.mjs';

const stored = "export const kept = () => localStorage.getItem('a');\n";
/** @type {ReturnType<typeof smallRemote>} */
let made;
/**
 * What the linter says, by file of the remote. One run is enough: it reads the types of all that a remote imports.
 * @type {Map<string, string[]>}
 */
let said;
before(async () => {
  made = smallRemote({
    'src/old.ts': '/** @deprecated Use fresh. */\nexport const old = 1;\nexport const fresh = 2;',
    'src/screen.tsx': "import { fresh, old } from './old.ts';\nexport const Screen = () => <p>{old + fresh}</p>;",
    'src/kept.ts': stored,
    'src/kept.test.ts': stored,
    'src/router.test.ts': "export { atom } from 'react-router';\n",
  });
  const eslint = new ESLint({
    cwd: made.workshop,
    overrideConfigFile: true,
    baseConfig: /** @type {Linter.Config[]} */ (preset),
  });
  const results = await eslint.lintFiles(['mf-small/src']);
  said = new Map(
    results.map(({ filePath, messages }) => [
      filePath.slice(made.packageDir.length + 1),
      messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ]),
  );
});
after(() => made.close());

test('a name that is deprecated is a finding of the linter, with what its comment says to use', () => {
  assert.deepEqual(
    [...new Set(said.get('src/screen.tsx'))],
    ['@typescript-eslint/no-deprecated: `old` is deprecated. Use fresh.'],
  );
});

test("what a build refuses the linter says in the editor, in a remote's sources and not in its tests", () => {
  const [only = '', ...more] = said.get('src/kept.ts') ?? [];
  assert.match(
    only,
    /^device-console\/refused: localStorage: Refused: the browser's storage.*Instead: `useRemoteStorage\(\)`/,
  );
  assert.deepEqual(more, []);
  assert.deepEqual(said.get('src/kept.test.ts'), []);
  assert.match(said.get('src/router.test.ts')?.[0] ?? '', /^no-restricted-imports/);
});
