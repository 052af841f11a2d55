import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { catalogueProblems, completed, translationProblems } from '../lib/texts/compare-catalogues.ts';
import { rootDir } from '../lib/paths.mjs';
import { readCatalogues } from '../lib/remote-languages.ts';
import { textsOfSource } from '../lib/texts/extract-texts.ts';

const devices = '{count, plural, one {{count} device} other {{count} devices}}';

test('D31 every text of the sources is in the catalogues, and nothing else', async () => {
  assert.deepEqual(await translationProblems(), []);
  // A new remote is in English until its team begins a catalogue.
  for (const name of ['shared-lib', 'shell', 'mf-admin', 'mf-commands', 'mf-devices', 'mf-reports'])
    assert.deepEqual([...readCatalogues(join(rootDir, name)).keys()], ['hi'], name);
});

test('D31 a text is what t() gets, also in several pieces; what is no text is told', () => {
  const { texts, problems } = textsOfSource("t('One');\nt('Two ' + `three`, { a });\nt(title);\nx.t('no');", 'a.ts');
  assert.deepEqual([...texts], ['One', 'Two three']);
  assert.deepEqual(problems, ['a.ts:3 gives t() something that is no text; data go to t.known()']);
});

test('D31 a catalogue lacks texts, keeps old ones, or has other placeholders', () => {
  const texts = new Set(['Retry', 'Cancel', '{count} rows', devices]);
  const catalogue = { '{count} rows': '{counts}', [devices]: '{count, plural, one {', Old: 'x', Cancel: '' };
  const [lacks, old, placeholder, invalid, ...more] = catalogueProblems(texts, catalogue, { Cancel: 'y' });
  assert.equal(lacks, 'lacks "Retry"');
  assert.equal(old, 'has "Old", which is no text any more');
  assert.equal(placeholder, 'has the placeholders counts instead of count: "{count} rows"');
  assert.match(invalid ?? '', /^is no text in the syntax of ICU/);
  assert.deepEqual(more, []);
  assert.deepEqual(catalogueProblems(new Set(['Retry']), { Retry: 'x' }), []);
});

test('D31 a completed catalogue has every text in order, and leaves the common ones to shared-lib', () => {
  const texts = new Set(['Retry', 'Cancel', 'Apply']);
  assert.deepEqual(completed(texts, { Old: 'x', Retry: 'y' }, { Cancel: 'z' }), { Apply: '', Retry: 'y' });
});

test('D31 no text of the pages before the login has a plural: their formatter comes later', () => {
  const pages = ['login', 'password', 'language'].map((name) => join(rootDir, 'shell', 'src', name));
  const files = pages.flatMap((page) =>
    readdirSync(page)
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => join(page, name)),
  );
  const texts = files.flatMap((file) => [...textsOfSource(readFileSync(file, 'utf8'), file).texts]);
  assert.ok(texts.includes('Log In') || texts.includes('Login'));
  assert.deepEqual(
    texts.filter((text) => /\{\s*\w+\s*,/.test(text)),
    [],
  );
});
