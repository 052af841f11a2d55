// What a team's token may write into a store, and what not.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { urlStore } from '../lib/publishing/url-store.ts';
import { serveStore } from '../lib/store-server.ts';
import { watchToken, workshop, writeTokens } from '../test-support/fake-builds.ts';
import { entryOf, registryOf } from '../test-support/fake-entries.ts';
import { defined } from '../test-support/values.ts';
import type { EntryDocument } from '../lib/publishing/rules.ts';

const token = 'token-of-another-team-0001';
let made: ReturnType<typeof workshop>;
let server: Awaited<ReturnType<typeof serveStore>>;
let address: string;
let tokensFile: string;
before(async () => {
  made = workshop();
  tokensFile = writeTokens(made.folder, { [token]: ['mf-b'], [watchToken]: [] });
  server = await serveStore({ root: join(made.folder, 'store'), port: 0, tokensFile });
  address = server.listeningOrigin;
});
after(async () => {
  await server.close();
  made.close();
});

const fresh = { 'If-None-Match': '*' };
const team = { Authorization: `Bearer ${token}` };
const put = (path: string, body: string, headers?: Record<string, string>): Promise<Response> =>
  fetch(`${address}/${path}`, { method: 'PUT', body, headers: { ...fresh, ...team, ...headers } });

/**
 * Starts a store with these live remotes. `replace` replaces its registry, and returns status and message of the
 * answer.
 */
async function storeOf(...remotes: EntryDocument[]) {
  const folder = mkdtempSync(join(made.folder, 'store-'));
  writeFileSync(join(folder, 'registry.json'), JSON.stringify(registryOf(...remotes)));
  const own = await serveStore({ root: folder, port: 0, tokensFile });
  const replace = async (document: object, by: string = token): Promise<string> => {
    const etag = defined((await fetch(`${own.listeningOrigin}/registry.json`)).headers.get('etag'));
    const response = await fetch(`${own.listeningOrigin}/registry.json`, {
      method: 'PUT',
      body: JSON.stringify(document),
      headers: { Authorization: `Bearer ${by}`, 'If-Match': etag },
    });
    return `${response.status} ${response.status === 204 ? '' : (await response.json()).message}`;
  };
  return { replace, close: () => own.close() };
}
test('writes folders and history of its own remotes alone', async () => {
  for (const path of [
    'mf-a/2/x.js',
    'history/mf-a.json',
    'mf-bb/1/x.js',
    'history/mf-b.json.json',
    'history/x/mf-b.json',
  ]) {
    const response = await put(path, '{}');
    assert.equal(response.status, 403, path);
    assert.match((await response.json()).message, /this token writes mf-b, and not /);
  }
  assert.equal((await put('mf-b/2/x.js', 'x')).status, 204);
  assert.equal((await put('history/mf-b.json', '{}')).status, 204);
  await assert.rejects(
    urlStore(address, token).addVersion('mf-a/3', new Map([['a.js', Buffer.from('a')]])),
    /refuses putting mf-a\/3\/a\.js: this token writes mf-b, and not mf-a\./,
  );
});

test('changes its own entry of the registry, by a step forward, and nothing else in it', async () => {
  const [theirs, ours] = [entryOf('mf-a', 4), entryOf('mf-b', 7)];
  const { replace, close } = await storeOf(theirs, ours);
  const refused: [object, RegExp][] = [
    [registryOf(entryOf('mf-a', 5), ours), /changes entries besides those of mf-b/],
    [registryOf(ours), /changes entries besides those of mf-b/],
    [registryOf(theirs, entryOf('mf-c', 1), ours), /changes entries besides those of mf-b/],
    [registryOf(theirs), /leaves out mf-b/],
    [{ ...registryOf(theirs, entryOf('mf-b', 8)), note: 'x' }, /changes fields besides the remotes/],
    [{ schemaVersion: 2, remotes: [] }, /is no registry/],
    [registryOf(theirs, entryOf('mf-b', 8), entryOf('mf-b', 9)), /lists mf-b twice/],
    [registryOf(theirs, entryOf('mf-b', 6)), /mf-b: the number after 7 cannot be 6/],
    [
      registryOf(theirs, entryOf('mf-b', 7, { baseUrl: 'https://static.example/other/' })),
      /the number after 7 cannot be 7/,
    ],
    [registryOf(theirs, entryOf('mf-b', 1_008)), /the number after 7 cannot be 1008/],
    [{ ...registryOf(theirs), remotes: [theirs, { ...ours, sequence: 'x' }] }, /mf-b: /],
  ];
  for (const [document, words] of refused) assert.match(await replace(document), new RegExp(`^403 .*${words.source}`));
  assert.equal(await replace(registryOf(entryOf('mf-b', 8), theirs)), '204 ');
  await close();
});

test('counts from the moment it is listed, and no more when it is struck out', async () => {
  const late = 'token-of-a-late-team-0001';
  const write = () => put('mf-late/1/x.js', 'x', { Authorization: `Bearer ${late}` });
  const listed = readFileSync(tokensFile, 'utf8');
  assert.equal((await write()).status, 401);
  writeTokens(made.folder, { [late]: ['mf-late'] });
  assert.equal((await write()).status, 204);
  writeFileSync(tokensFile, '[{"sha256":"x"}]');
  assert.equal((await write()).status, 500);
  writeFileSync(tokensFile, listed);
  assert.equal((await write()).status, 401);
});

test('one that withdraws changes the withdrawals of the registry alone, and a team changes none', async () => {
  const [theirs, ours] = [entryOf('mf-a', 4), entryOf('mf-b', 7)];
  const { replace, close } = await storeOf(theirs, ours);
  const withdrawals = [{ id: 'mf-a' }];
  const refused: [object, string, RegExp][] = [
    [registryOf(theirs, entryOf('mf-b', 8)), watchToken, /changes fields besides the withdrawals/],
    [{ ...registryOf(theirs, ours), note: 'x' }, watchToken, /changes fields besides the withdrawals/],
    [{ ...registryOf(theirs, ours), withdrawals: {} }, watchToken, /its withdrawals are no list/],
    [{ ...registryOf(theirs, ours), withdrawals }, token, /changes fields besides the remotes/],
  ];
  for (const [document, by, words] of refused)
    assert.match(await replace(document, by), new RegExp(`^403 .*${words.source}`));
  assert.equal(await replace({ ...registryOf(theirs, ours), withdrawals }, watchToken), '204 ');
  assert.match(await replace(registryOf(theirs, ours), token), /^403 .*changes fields besides the remotes/);
  assert.equal(await replace({ ...registryOf(theirs, entryOf('mf-b', 8)), withdrawals }, token), '204 ');
  await close();
  const watch = { Authorization: `Bearer ${watchToken}` };
  for (const path of ['mf-b/3/x.js', 'history/mf-b.json', 'source-maps/mf-b/3/x.js.map']) {
    const response = await put(path, '{}', watch);
    assert.match(
      `${response.status} ${(await response.json()).message}`,
      /^403 this token writes withdrawals, and not mf-b/,
    );
  }
});

test('source maps are put and read by whoever publishes their remote, and by nobody else', async () => {
  const map = 'source-maps/mf-b/4/x.js.map';
  assert.equal((await put(map, '{}')).status, 204);
  assert.equal((await put('source-maps/mf-a/4/x.js.map', '{}')).status, 403);
  assert.equal((await put('mf-b/4/x.js.map', '{}')).status, 403);
  const read = async (headers: Record<string, string>) => (await fetch(`${address}/${map}`, { headers })).status;
  assert.deepEqual(
    [await read({}), await read({ Authorization: `Bearer ${watchToken}` }), await read(team)],
    [404, 404, 200],
  );
});
