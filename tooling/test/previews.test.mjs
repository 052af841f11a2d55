// Previews in a store: what is signed for whom, what is left as it was, and what goes when one is over.
/** @import { OneRemote } from '../test-support/one-remote.mjs' */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { previewAddress, publishPreview } from '../lib/publishing/previews.mjs';
import { previewAudience, previewText } from '../lib/publishing/rules.mjs';
import { signatureState } from '../lib/publishing/keys.mjs';
import { serveStore } from '../lib/store-server.mjs';
import { buildOf, publisherOf, storeToken, targetKinds, workshop, writeTokens } from '../test-support/fake-builds.mjs';
import { id, oneRemote } from '../test-support/one-remote.mjs';
import { defined } from '../test-support/values.mjs';

const email = 'superadmin@example.com';
const dayMs = 86_400_000;

describe('a preview in a store', () => {
  /** @type {OneRemote['folder']} */
  let folder;
  /** @type {OneRemote['target']} */
  let target;
  /** @type {OneRemote['by']} */
  let by;
  /** @type {OneRemote['close']} */
  let close;
  /** @type {OneRemote['publish']} */
  let publish;
  /** @type {OneRemote['keys']} */
  let keys;
  /** @type {number} */
  let now;
  beforeEach(async () => {
    ({ folder, target, by, close, publish, keys } = await oneRemote());
    now = Date.parse('2026-01-01T00:00:00Z');
    by.now = () => new Date((now += 1000)).toISOString();
    by.epoch = 7;
  });
  afterEach(() => close());

  /** @type {(...path: string[]) => string} */
  const store = (...path) => join(folder, 'store', ...path);
  /** @type {(version: string, code: string, more?: { hours?: number }) => ReturnType<typeof publishPreview>} */
  const preview = async (version, code, more = {}) =>
    publishPreview({ target, id, by, build: await buildOf(folder, id, version, code), email, ...more });
  const documents = () => readdirSync(store('previews', id));
  const versions = () => readdirSync(store(id)).map((name) => name.replace(/-[0-9a-f]{16}$/, ''));

  test('is signed by the team for one account and a day, and lies under a random name', async () => {
    const made = await preview('1.0.0', 'one');
    const [file] = documents();
    const read = JSON.parse(readFileSync(store('previews', id, defined(file)), 'utf8'));
    assert.deepEqual(read, made);
    assert.match(defined(file), /^[0-9a-f]{32}\.json$/);
    assert.equal(`${read.name}.json`, file);
    assert.equal(signatureState(read, keys(), previewText), 'valid');
    assert.equal(signatureState(read, keys()), 'altered');
    const forAnother = { ...read, for: 'x' };
    assert.equal(signatureState(forAnother, keys(), previewText), 'altered');
    assert.equal(read.for, await previewAudience(read.name, 'SUPERADMIN@example.com'));
    assert.equal(Date.parse(read.expiresAt) - Date.parse(read.publishedAt), dayMs);
    assert.deepEqual([read.epoch, read.declaration.version], [7, '1.0.0']);
    assert.ok(existsSync(store(id, defined(read.baseUrl.split('/').at(-2)), 'remote.json')));
    assert.notEqual((await preview('1.0.0', 'one')).name, read.name);
    assert.equal(
      previewAddress('https://console.example/under', read),
      `https://console.example/under/superadmin/platform#preview=${id}/${read.name}`,
    );
  });

  test(
    'leaves registry and history as they are, and the same version can be published with another ' + 'content',
    async () => {
      await publish('1.0.0', 'one');
      const before = ['registry.json', `history/${id}.json`].map((file) => readFileSync(store(file), 'utf8'));
      await preview('1.1.0', 'two');
      assert.deepEqual(
        ['registry.json', `history/${id}.json`].map((file) => readFileSync(store(file), 'utf8')),
        before,
      );
      assert.equal((await publish('1.1.0', 'three')).entry.sequence, 2);
    },
  );

  test('is not there where its address serves something else', async () => {
    target.look = async () => ({ status: 'different', problems: ['remote.json answers 404'] });
    await assert.rejects(
      preview('1.0.0', 'one'),
      /does not serve what was to be announced there: remote\.json answers 404/,
    );
    assert.ok(!existsSync(store('previews')));
  });

  test('goes with its files at the first publication after its time, and stays until then', async () => {
    by.keep = 1;
    await publish('1.0.0', 'one');
    await preview('2.0.0', 'two', { hours: 1 });
    const later = await preview('3.0.0', 'three', { hours: 48 });
    await publish('1.1.0', 'four');
    assert.deepEqual([documents().length, versions()], [2, ['1.1.0', '2.0.0', '3.0.0']]);
    now += dayMs;
    await publish('1.2.0', 'five');
    assert.deepEqual([documents(), versions()], [[`${later.name}.json`], ['1.2.0', '3.0.0']]);
  });

  test('keeps the files of a build that is live, kept or shown by another preview', async () => {
    by.keep = 2;
    await publish('1.0.0', 'one');
    await preview('1.0.0', 'one', { hours: 1 });
    await preview('2.0.0', 'two', { hours: 1 });
    await preview('2.0.0', 'two', { hours: 48 });
    now += dayMs;
    await publish('1.1.0', 'three');
    assert.deepEqual([documents().length, versions()], [1, ['1.0.0', '1.1.0', '2.0.0']]);
  });

  test('keeps the files of an earlier version that was published, for as long as it lasts', async () => {
    by.keep = 1;
    await publish('1.0.0', 'one');
    await preview('1.0.0', 'one', { hours: 1 });
    await publish('1.1.0', 'two');
    assert.deepEqual(versions(), ['1.0.0', '1.1.0']);
    now += dayMs;
    await publish('1.2.0', 'three');
    assert.deepEqual(versions(), ['1.2.0']);
  });

  test('that nobody known has signed deletes no files, and what is no preview stays', async () => {
    await publish('1.0.0', 'one');
    const { name, ...made } = await preview('2.0.0', 'two', { hours: 1 });
    writeFileSync(store('previews', id, `${name}.json`), JSON.stringify({ ...made, name, for: 'f'.repeat(64) }));
    writeFileSync(store('previews', id, `${'0'.repeat(32)}.json`), 'no json');
    now += dayMs;
    await publish('1.1.0', 'three');
    assert.deepEqual([documents(), versions()], [[`${'0'.repeat(32)}.json`], ['1.0.0', '1.1.0', '2.0.0']]);
  });
});

test(
  "a store behind HTTP takes previews of the token's remotes alone, once, and no other file among " + 'them',
  async () => {
    const { folder, close } = workshop();
    const { target, address, close: end } = await targetKinds.URL(folder);
    try {
      const by = publisherOf(folder, 'mf-a', { epoch: 1 });
      const { name } = await publishPreview({
        target,
        id: 'mf-a',
        by,
        build: await buildOf(folder, 'mf-a', '1.0.0', 'one'),
        email,
      });
      /** @type {(path: string, body?: string) => Promise<[status: number, message: string]>} */
      const put = async (path, body = '{}') => {
        const headers = { Authorization: `Bearer ${storeToken}`, 'If-None-Match': '*' };
        const response = await fetch(`${address}/${path}`, { method: 'PUT', body, headers });
        return [response.status, response.ok ? '' : (await response.json()).message];
      };
      const served = await fetch(`${address}/previews/mf-a/${name}.json`);
      assert.deepEqual(
        [served.status, served.headers.get('access-control-allow-origin'), served.headers.get('cache-control')],
        [200, '*', 'no-cache'],
      );
      assert.equal((await put(`previews/mf-a/${name}.json`))[0], 412);
      assert.match(
        (await put(`previews/mf-other/${name}.json`)).join(' '),
        /^403 this token writes .*, and not mf-other$/,
      );
      for (const path of [
        'previews/mf-a/x.json',
        'previews/mf-a/1/x.js',
        `previews/mf-a/${name}.js`,
        `previews/mf-a/1/${name}.json`,
      ])
        assert.match((await put(path)).join(' '), /^403 previews lie in previews\/<remote>\//);
      for (const path of ['previews/x.json', `previews/${name}.json`]) assert.equal((await put(path))[0], 403);
      assert.equal((await fetch(`${address}/previews/mf-a/`)).status, 404);
    } finally {
      await end();
      close();
    }
  },
);

test('a token of a remote that is called like the folder of previews writes none of others', async () => {
  const { folder, close } = workshop();
  const server = await serveStore({
    root: join(folder, 'store'),
    port: 0,
    tokensFile: writeTokens(folder, { [storeToken]: ['previews'] }),
  });
  try {
    const response = await fetch(`${server.listeningOrigin}/previews/mf-a/${'a'.repeat(32)}.json`, {
      method: 'PUT',
      body: '{}',
      headers: { Authorization: `Bearer ${storeToken}`, 'If-None-Match': '*' },
    });
    assert.equal(response.status, 403);
  } finally {
    await server.close();
    close();
  }
});
