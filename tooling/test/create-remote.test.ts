import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRemote, namesOf } from '../lib/create-remote.ts';
import { rootDir } from '../lib/paths.mjs';

const lockText = () => readFileSync(join(rootDir, 'package-lock.json'), 'utf8');

test("every name of a new remote follows from its folder's", () => {
  assert.deepEqual(namesOf('mf-spare-parts'), {
    id: 'mf-spare-parts',
    title: 'Spare Parts',
    path: 'spareParts',
    screen: 'spare-parts',
  });
});

test('a name that does not fit is refused, with what would fit', () => {
  for (const id of [
    'warranty',
    'mf-',
    'mf-Warranty',
    'mf-war_ranty',
    'mf-9lives',
    'mf-a--b',
    'mf-a-',
    'mf-../x',
    'mf-a/b',
    '../mf-a',
  ]) {
    assert.throws(() => namesOf(id), /is no name for a remote: "mf-", then words of lower case letters and digits/, id);
  }
  assert.throws(() => namesOf(`mf-${'a'.repeat(38)}`), /has 41 characters; a remote's name has at most 40/);
  assert.throws(() => namesOf(undefined), /npx device-console create-remote mf-warranty/);
});

test('a taken folder, an address of the shell or of another remote: refused, and nothing is written', async () => {
  const before = lockText();
  const refusals: [string, RegExp][] = [
    ['mf-devices', /the folder mf-devices is there already/],
    ['mf-login', /\/login, which belongs to the shell/],
    ['mf-batches', /\/batches, which mf-commands has already/],
  ];
  for (const [id, why] of refusals) await assert.rejects(createRemote(id), why);
  assert.deepEqual(
    ['mf-login', 'mf-batches'].filter((id) => existsSync(join(rootDir, id))),
    [],
  );
  assert.equal(lockText(), before);
});
