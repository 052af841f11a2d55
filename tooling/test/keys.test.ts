import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readJson, rootDir } from '../lib/paths.mjs';
import {
  keyFileOf,
  listedKey,
  type ListedKey,
  listedKeys,
  makeKey,
  prepareLocalKeys,
  readKey,
  signatureState,
  signEntry,
} from '../lib/publishing/keys.ts';
import { buildNameProblems, suggestedNames } from '../lib/publishing/names.ts';
import { entryOf } from '../test-support/fake-entries.ts';
import { runHere } from '../test-support/run-here.ts';
import { defined } from '../test-support/values.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const entry = { id: 'mf-a', sequence: 3, declaration: { screens: [{ title: 'Ä' }], version: '1.0.0' } };
const makeKeys = (...args: string[]): ReturnType<typeof runHere> => runHere('keys', args);
const itemIn = (stdout: string): ListedKey => JSON.parse(defined(/^\{[^]*?^\}/m.exec(stdout))[0]);

const configIn = (file: string): { sharedKey: string; registryKeys: ListedKey[] } =>
  readJson(file) as ReturnType<typeof configIn>;

test('an entry signed by a listed key is valid, whatever way the file was written', () => {
  const key = makeKey(join(folder, 'a.pem'));
  const signed = signEntry(entry, key);
  const keys = [listedKey(key, ['mf-a'])];
  assert.equal(signatureState(signed, keys), 'valid');
  const { declaration, ...rest } = signed;
  const written = { declaration: { version: '1.0.0', screens: declaration.screens }, ...rest };
  assert.equal(signatureState(written, keys), 'valid');
});

test('every changed field, a key of another remote and a missing signature are told apart', () => {
  const key = makeKey(join(folder, 'a.pem'));
  const signed = signEntry(entry, key);
  const keys = [listedKey(key, ['mf-a'])];
  for (const change of [
    { sequence: 4 },
    { baseUrl: 'http://x/' },
    { declaration: { ...entry.declaration, version: '1.0.1' } },
    { canary: {} },
  ]) {
    assert.equal(signatureState({ ...signed, ...change }, keys), 'altered');
  }
  assert.equal(signatureState(signed, [listedKey(key, ['mf-b'])]), 'unknown-key');
  assert.equal(signatureState(signed, [listedKey(makeKey(join(folder, 'b.pem')), ['mf-a'])]), 'unknown-key');
  assert.equal(signatureState(entry, keys), 'unsigned');
  const other = makeKey(join(folder, 'c.pem'));
  assert.equal(signatureState(signed, [{ ...listedKey(other, ['mf-a']), keyId: key.keyId }]), 'altered');
});

test('a private key is readable by its owner alone, is never overwritten, and stays out of the repository', () => {
  const file = keyFileOf(folder, 'mf-a');
  const { keyId } = makeKey(file);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.throws(() => makeKey(file), /never overwritten/);
  assert.equal(readKey(file).keyId, keyId);
  assert.throws(() => makeKey(join(rootDir, 'mf-a.pem')), /git would take it in/);
});

test('the command prints the item for config.json, makes a second key by name, and says what is wrong', async () => {
  const first = await makeKeys('mf-a', '--to', folder);
  assert.equal(first.code, 0);
  const item = itemIn(first.stdout);
  assert.deepEqual(item.remotes, ['mf-a']);
  assert.equal(item.publicKey, readKey(keyFileOf(folder, 'mf-a')).publicKey);
  assert.ok(!first.stdout.includes('PRIVATE'));
  const again = await makeKeys('mf-a', '--to', folder);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /never overwritten/);
  assert.equal((await makeKeys('mf-a', '--to', folder, '--name', 'next')).code, 0);
  assert.deepEqual(readdirSync(folder).sort(), ['mf-a.next.pem', 'mf-a.pem']);
  assert.equal((await makeKeys('../x', '--to', folder)).code, 1);
});

test('D25 of a remote whose sources are here the item keeps what it declares', async () => {
  const { stdout } = await makeKeys('mf-reports', '--to', folder);
  const { names, remotes } = itemIn(stdout);
  assert.deepEqual(
    { names, remotes },
    {
      remotes: ['mf-reports'],
      names: {
        addresses: ['reports', 'auditReport'],
        permissions: [],
        actions: ['reports*', 'view-audit'],
        contributions: ['reports*'],
      },
    },
  );
  assert.match(stdout, /"names" lists what mf-reports may be called by/);
  const ofAdmin = itemIn((await makeKeys('mf-admin', '--to', folder)).stdout);
  assert.deepEqual(ofAdmin.names?.contributions, ['admin*', 'operator-actions']);
});

test('D25 a new team asks once: for names that later versions have too, a token and what it declares', async () => {
  const { stdout } = await makeKeys('mf-spare-parts', '--to', folder);
  const names = { addresses: ['spareParts*'], permissions: ['Spare Parts*'], actions: ['spare-parts*'] };
  assert.deepEqual(itemIn(stdout).names, { ...names, contributions: ['spare-parts*'] });
  assert.match(stdout, /in the same message .* device-console store-token mf-spare-parts\./);
  const declared = { addresses: ['sparePartsOrders', 'orders'], permissions: [], actions: [], contributions: [] };
  assert.deepEqual(suggestedNames('mf-spare-parts', declared).addresses, ['spareParts*', 'orders']);
  // A pattern that began with the name of a command's screen would take that screen too.
  assert.deepEqual(suggestedNames('mf-lock', declared).addresses, declared.addresses);
  const item = defined(listedKeys({ registryKeys: [itemIn(stdout)] })[0]);
  const { declaration } = entryOf('mf-spare-parts', 1);
  const screens = [
    { ...defined(declaration.screens[0]), path: 'sparePartsOrders/:order', permission: 'Spare Parts Orders' },
  ];
  assert.deepEqual(buildNameProblems({ ...declaration, screens }, { registry: null, registryKeys: [item] }), []);
});

test('a file that is no P-256 key is refused by name', () => {
  const file = join(folder, 'x.pem');
  writeFileSync(file, 'nothing');
  assert.throws(() => readKey(file), /x\.pem is not a private key/);
  assert.throws(() => readKey(join(folder, 'y.pem')), /There is no key .*y\.pem/);
});

test("a console on one machine lists the keys it made, and never changes an administrator's", () => {
  const configFile = join(folder, 'config.json');
  const keysDir = join(folder, 'keys');
  writeFileSync(configFile, '{"sharedKey":"x"}');
  const keys = prepareLocalKeys(configFile, ['mf-a', 'mf-b'], keysDir);
  const { sharedKey, registryKeys } = configIn(configFile);
  assert.equal(sharedKey, 'x');
  assert.deepEqual(
    registryKeys.map(({ remotes }) => remotes),
    [['mf-a'], ['mf-b']],
  );
  assert.equal(registryKeys[0]?.publicKey, defined(keys.get('mf-a')).publicKey);

  const before = readFileSync(configFile, 'utf8');
  prepareLocalKeys(configFile, ['mf-a', 'mf-b'], keysDir);
  assert.equal(readFileSync(configFile, 'utf8'), before);

  prepareLocalKeys(configFile, ['mf-a', 'mf-b', 'mf-c'], keysDir);
  assert.deepEqual(
    configIn(configFile).registryKeys.map(({ remotes }) => remotes),
    [['mf-a'], ['mf-b'], ['mf-c']],
  );
});

test('a key that an administrator took out or replaced stays out, and signs nothing', () => {
  const configFile = join(folder, 'config.json');
  const theirs = { keyId: 'theirs', publicKey: 'x', remotes: ['mf-a'] };
  writeFileSync(configFile, JSON.stringify({ registryKeys: [theirs] }));
  const keys = prepareLocalKeys(configFile, ['mf-a', 'mf-b'], join(folder, 'keys'));
  assert.equal(keys.get('mf-a'), null);
  assert.notEqual(keys.get('mf-b'), null);
  assert.deepEqual(configIn(configFile).registryKeys[0], theirs);
  writeFileSync(configFile, JSON.stringify({ registryKeys: [] }));
  assert.equal(prepareLocalKeys(configFile, ['mf-b'], join(folder, 'keys')).get('mf-b'), null);
  assert.deepEqual(configIn(configFile).registryKeys, []);
});

test('D25 a key that config.json lists names of one kind for has none of the others', () => {
  const key = { keyId: 'key-1', publicKey: 'AA==', remotes: ['mf-a'] };
  const [listed] = listedKeys({ registryKeys: [{ ...key, names: { addresses: ['warranty'] } }, { keyId: 'key-2' }] });
  assert.deepEqual(listed?.names, { addresses: ['warranty'], permissions: [], actions: [], contributions: [] });
  const { declaration } = entryOf('mf-a', 1);
  const problems = buildNameProblems(declaration, { registry: null, registryKeys: [defined(listed)] });
  assert.match(defined(problems[0]), /the address "mf-a" is not among those of mf-a by registryKeys of config\.json/);
  const open = { ...defined(listed), names: undefined };
  assert.deepEqual(buildNameProblems(declaration, { registry: null, registryKeys: [open] }), []);
});
