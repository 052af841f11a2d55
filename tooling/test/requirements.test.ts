import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { remoteIds, rootDir } from '../lib/paths.mjs';
import { idsOf, namedTests, testsIn } from '../test-support/test-names.ts';

const document = (name: string): string => readFileSync(join(rootDir, 'docs', name), 'utf8');
const requirements = [...document('requirements.md').matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id = '']) => id);
const decisions = [...document('decisions.md').matchAll(/^\| (D\d+[a-z]?) \|/gm)].map(([, id = '']) => id);
const tests = namedTests(rootDir, remoteIds());

test('every requirement is named by a test', () => {
  assert.ok(requirements.length > 70, `${requirements.length} requirements were read`);
  assert.deepEqual(
    requirements.filter((id) => !tests.some(({ ids }) => ids.includes(id))),
    [],
  );
});

test('every id in the name of a test is that of a requirement or a decision', () => {
  const known = new Set([...requirements, ...decisions]);
  assert.deepEqual(
    tests.filter(({ ids }) => ids.some((id) => !known.has(id))),
    [],
  );
});

test('no requirement and no decision has the id of another', () => {
  const all = [...requirements, ...decisions];
  assert.deepEqual(
    all.filter((id, index) => all.indexOf(id) !== index),
    [],
  );
});

test('the ids are read from the beginning of a name, of a case in a table too', () => {
  assert.deepEqual(idsOf('S6 D9a a logout of S7'), ['S6', 'D9a']);
  assert.deepEqual(idsOf('says S6'), []);
  const source =
    'it.each([["B1 one", 1], ["no id", 2]])("%s", () => {}); test(`N4 ${name}`, () => {}); ' +
    'it("B8 a long " + "name", () => {}); other("W1 no test");';
  assert.deepEqual(
    testsIn('a.test.ts', source).map(({ title }) => title),
    ['B1 one', 'N4 ', 'B8 a long name'],
  );
});
