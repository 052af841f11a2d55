import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readJson, rootDir } from '../lib/paths.mjs';
import { lintFindings } from '../test-support/lint-findings.ts';
import { smallRemote } from '../test-support/small-remote.ts';

const stored = "export const kept = () => localStorage.getItem('a');\n";
let made: ReturnType<typeof smallRemote>;
/**
 * The findings by file of the remote. The linter runs once, because it reads the types of everything that a remote
 * imports.
 */
let said: Map<string, string[]>;
before(() => {
  made = smallRemote({
    'src/old.ts': '/** @deprecated Use fresh. */\nexport const old = 1;\nexport const fresh = 2;',
    'src/screen.tsx': "import { fresh, old } from './old.ts';\nexport const Screen = () => <p>{old + fresh}</p>;",
    'src/copy.ts': "export { atom } from 'jotai';\n",
    'src/kept.ts': stored,
    'src/kept.test.ts': stored,
    'src/long.ts': `export const long = '${'-'.repeat(120)}';\n`,
    'src/lost.ts': 'export function begin() { fetchAll(); }\nasync function fetchAll() {}\n',
    'src/router.test.ts': "export { atom } from 'react-router';\n",
  });
  said = lintFindings(made.workshop, made.packageDir);
});
after(() => made.close());

test('a name that is deprecated is a finding of the linter, with what its comment says to use', () => {
  assert.deepEqual(
    [...new Set(said.get('src/screen.tsx'))],
    ['typescript(no-deprecated): `old` is deprecated. Use fresh.'],
  );
});

test("what a build refuses the linter says in the editor, in a remote's sources and not in its tests", () => {
  const [only = '', ...more] = said.get('src/kept.ts') ?? [];
  assert.match(
    only,
    /^device-console\(refused\): localStorage: Refused: the browser's storage.*Instead: useRemoteStorage\(\)/,
  );
  assert.deepEqual(more, []);
  const [copy = ''] = said.get('src/copy.ts') ?? [];
  assert.match(copy, /^device-console\(refused\): jotai: Refused: a second copy/);
  assert.equal(said.get('src/kept.test.ts'), undefined);
  assert.match(said.get('src/router.test.ts')?.[0] ?? '', /^eslint\(no-restricted-imports\)/);
});

test('a line above 120 columns and a promise that nobody waits for are findings', () => {
  assert.deepEqual(said.get('src/long.ts'), ['device-console(max-len): This line has more than 120 columns.']);
  assert.match(said.get('src/lost.ts')?.[0] ?? '', /^typescript\(no-floating-promises\)/);
});

test('what reads the whole repository runs again after a change of any package', () => {
  const { targetDefaults } = readJson(join(rootDir, 'nx.json')) as { targetDefaults: Record<string, unknown> };
  // Without inputs of its own, a target of tooling takes a change elsewhere for none.
  for (const name of ['lint-all', 'format', 'import-rules', 'dead-code'])
    assert.deepEqual(targetDefaults[name], { cache: true, inputs: ['default'] }, name);
});

test('tests run again where another order of them is asked for', () => {
  const { namedInputs } = readJson(join(rootDir, 'nx.json')) as { namedInputs: Record<string, readonly unknown[]> };
  const isSeed = (input: unknown): boolean => JSON.stringify(input) === '{"env":"ASKED_SEED"}';
  for (const name of ['e2e', 'reference-api', 'shared-lib', 'shell', 'tooling']) {
    const { nx } = readJson(join(rootDir, name, 'package.json')) as {
      nx: { targets: { test: { inputs: readonly unknown[] } } };
    };
    const inputs = nx.targets.test.inputs.flatMap((input) => namedInputs[String(input)] ?? [input]);
    assert.ok(inputs.some(isSeed), name);
  }
});
