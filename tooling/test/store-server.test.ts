import assert from 'node:assert/strict';
import { request as rawRequest } from 'node:http';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { StoreConflict } from '../lib/publishing/store.ts';
import { urlStore } from '../lib/publishing/url-store.ts';
import { serveStore } from '../lib/store-server.ts';
import { storeToken, workshop, writeTokens } from '../test-support/fake-builds.ts';
import { entryOf, registryOf } from '../test-support/fake-entries.ts';
import { answering, defined } from '../test-support/values.ts';

let made: ReturnType<typeof workshop>;
let root: string;
let server: Awaited<ReturnType<typeof serveStore>>;
let address: string;
before(async () => {
  made = workshop();
  root = join(made.folder, 'store');
  const tokensFile = writeTokens(made.folder, { [storeToken]: ['mf-a', 'mf-t', 'mf-race'] });
  server = await serveStore({ root, port: 0, tokensFile });
  address = server.listeningOrigin;
});
after(async () => {
  await server.close();
  made.close();
});

const put = (path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${address}/${path}`, { method: 'PUT', body, headers: { Authorization: `Bearer ${storeToken}`, ...headers } });
const fresh = { 'If-None-Match': '*' };

test('takes nothing without a token, and lets anybody read from any origin', async () => {
  for (const authorization of ['', 'Bearer x', storeToken])
    assert.equal((await put('mf-a/1/x.js', 'x', { ...fresh, Authorization: authorization })).status, 401);
  assert.equal((await put('mf-a/1/x.js', 'x', fresh)).status, 204);
  const response = await fetch(`${address}/mf-a/1/x.js`);
  assert.equal(await response.text(), 'x');
  assert.deepEqual(
    ['access-control-allow-origin', 'access-control-expose-headers'].map((name) => response.headers.get(name)),
    ['*', 'ETag, Date'],
  );
  await assert.rejects(
    serveStore({ root, port: 0, tokensFile: join(made.folder, 'none.json') }),
    /no such file .*none\.json/,
  );
  const closed = await serveStore({ root, port: 0 });
  const headers = { ...fresh, Authorization: `Bearer ${storeToken}` };
  const { status } = await fetch(`${closed.listeningOrigin}/mf-a/2/x.js`, { method: 'PUT', body: 'x', headers });
  await closed.close();
  assert.equal(status, 401);
});

test('a file is put once and never changed, whatever a publisher says', async () => {
  const file = 'mf-a/1/main.0123456789ab.js';
  assert.equal((await put(file, 'one')).status, 428);
  assert.equal((await put(file, 'one', fresh)).status, 204);
  assert.equal((await put(file, 'two', fresh)).status, 412);
  assert.equal((await put(file, 'two', { 'If-Match': '"x"' })).status, 428);
  const response = await fetch(`${address}/${file}`);
  assert.equal(await response.text(), 'one');
  assert.match(defined(response.headers.get('cache-control')), /immutable/);
});

test('registry and histories change by compare-and-swap', async () => {
  const text = (sequence: number): string => JSON.stringify(registryOf(entryOf('mf-a', sequence)));
  for (const path of ['registry.json', 'history/mf-a.json']) {
    assert.equal((await fetch(`${address}/${path}`)).status, 404);
    assert.equal((await put(path, text(1))).status, 428);
    assert.equal((await put(path, text(1), fresh)).status, 204);
    assert.equal((await put(path, text(2), fresh)).status, 412);
    const { headers } = await fetch(`${address}/${path}`);
    const etag = defined(headers.get('etag'));
    assert.equal(headers.get('cache-control'), 'no-cache');
    for (const broken of ['no json', '7', 'null'])
      assert.equal((await put(path, broken, { 'If-Match': etag })).status, 400);
    assert.equal((await put(path, text(3), { 'If-Match': etag })).status, 204);
    assert.equal((await put(path, text(4), { 'If-Match': etag })).status, 412);
    assert.deepEqual(await (await fetch(`${address}/${path}`)).json(), registryOf(entryOf('mf-a', 3)));
  }
});

test('of changes at the same time exactly one gets in', async () => {
  assert.equal((await put('history/mf-race.json', '{}', fresh)).status, 204);
  const etag = defined((await fetch(`${address}/history/mf-race.json`)).headers.get('etag'));
  const statuses = await Promise.all(
    Array.from(
      { length: 10 },
      async (_nothing, index) => (await put('history/mf-race.json', `{"by":${index}}`, { 'If-Match': etag })).status,
    ),
  );
  assert.deepEqual(statuses.toSorted(), [204, ...Array.from({ length: 9 }, () => 412)]);
});

/** Requests the path exactly as written. fetch would normalise it. */
async function statusOfRaw(method: string, path: string): Promise<number> {
  const request = rawRequest(address, {
    method,
    path,
    headers: { Authorization: `Bearer ${storeToken}`, 'If-None-Match': '*', 'Content-Length': 1 },
  });
  request.end('x');
  const [response] = await once(request, 'response');
  response.resume();
  return response.statusCode;
}

test('no path leads out of the store or to hidden files, and files lie in versions alone', async () => {
  writeFileSync(join(made.folder, 'secret.txt'), 'secret');
  mkdirSync(join(root, '.hidden'), { recursive: true });
  writeFileSync(join(root, '.hidden', 'x'), 'x');
  const paths = {
    GET: '/../secret.txt /%2e%2e/secret.txt /a/..%2f..%2fsecret.txt /.hidden/x /a/%00/x /a\\..\\b/c/d',
    PUT:
      '/../evil/x/y /%2e%2e/evil/x /a/..%2f..%2f..%2fevil/x /.publish.lock /mf-a/.x/y /index.html /mf-a/x.js ' +
      '/history/a/b.json/c/%zz /a/b/c/d/e/f/g/h',
  };
  for (const [method, all] of Object.entries(paths))
    for (const path of all.split(' ')) {
      const status = await statusOfRaw(method, path);
      assert.ok(status >= 400, `${method} ${path} answers ${status}`);
    }
  assert.deepEqual(readdirSync(made.folder).sort(), ['secret.txt', 'store', 'tokens.json']);
});

test('a file that is too large is refused', async () => {
  assert.equal((await put('mf-a/1/large.png', Buffer.alloc(20_000_001), fresh)).status, 413);
});

test('nothing in it is a page, whatever a publisher puts there', async () => {
  for (const name of ['index.html', 'page.xhtml', 'page.xml', 'main.wasm', 'page', 'page.js.html', 'x.js.map']) {
    const response = await put(`mf-a/4/${name}`, '<script></script>', fresh);
    assert.equal(response.status, 403, name);
    assert.match((await response.json()).message, /a remote consists of files that end with js, mjs, css/);
  }
  mkdirSync(join(root, 'mf-a', '5'), { recursive: true });
  for (const name of ['copied.html', 'copied']) {
    writeFileSync(join(root, 'mf-a', '5', name), '<script></script>');
    assert.equal((await fetch(`${address}/mf-a/5/${name}`)).status, 404, name);
  }
  for (const [name, type] of [
    ['a.js', 'text/javascript; charset=utf-8'],
    ['a.svg', 'image/svg+xml'],
    ['a.css', 'text/css; charset=utf-8'],
    ['a.woff2', 'font/woff2'],
    ['a.txt', 'text/plain; charset=utf-8'],
  ] as const) {
    assert.equal((await put(`mf-a/4/${name}`, '<svg/>', fresh)).status, 204);
    const { headers } = await fetch(`${address}/mf-a/4/${name}`);
    assert.deepEqual([headers.get('content-type'), headers.get('x-content-type-options')], [type, 'nosniff']);
    assert.match(defined(headers.get('content-security-policy')), /^sandbox; default-src 'none'/);
  }
  for (const path of ['registry.json', 'gone', 'mf-a/4/']) {
    const { headers } = await fetch(`${address}/${path}`);
    assert.match(defined(headers.get('content-security-policy')), /^sandbox;/);
  }
  assert.equal((await fetch(`${address}/registry.json`)).headers.get('x-content-type-options'), 'nosniff');
});

test('a publisher is told of a wrong token, a file of another content, and a change by others', async () => {
  await assert.rejects(
    urlStore(address, 'wrong').addVersion('mf-t/1', new Map([['a.js', Buffer.from('a')]])),
    /refuses putting mf-t\/1\/a\.js with 401: set STORE_TOKEN to your team's token/,
  );
  const store = urlStore(address, storeToken);
  await store.addVersion('mf-t/1', new Map([['a.js', Buffer.from('a')]]));
  await store.addVersion(
    'mf-t/1',
    new Map([
      ['a.js', Buffer.from('a')],
      ['b.js', Buffer.from('b')],
    ]),
  );
  await assert.rejects(
    store.addVersion('mf-t/1', new Map([['a.js', Buffer.from('other')]])),
    /mf-t\/1\/a\.js is there with another content/,
  );
  await store.replace('history/mf-t.json', '{}', null);
  await assert.rejects(store.replace('history/mf-t.json', '{"x":1}', null), StoreConflict);
  await assert.rejects(
    urlStore('http://127.0.0.1:9', storeToken).readText('registry.json'),
    /http:\/\/127\.0\.0\.1:9\/registry\.json does not answer/,
  );
});

test('a change whose answer was lost counts by what stands there afterwards', async () => {
  for (const [reaches, outcome] of [
    [true, 'changed'],
    [false, 'failed'],
  ]) {
    let text: string | null = null;
    const flaky = await answering((request, response) => {
      if (request.method === 'GET') {
        if (text === null) response.writeHead(404).end();
        else response.writeHead(200, { ETag: '"1"' }).end(text);
        return;
      }
      const parts: Buffer[] = [];
      request
        .on('data', (part) => parts.push(part))
        .on('end', () => {
          if (reaches) text = Buffer.concat(parts).toString();
          request.socket.destroy();
        });
    });
    const change = urlStore(flaky.address, storeToken).replace('registry.json', '{"mine":1}', null);
    assert.equal(
      await change.then(
        () => 'changed',
        (error) => (/does not answer/.test(error.message) ? 'failed' : error.message),
      ),
      outcome,
    );
    flaky.close();
  }
});

test('a store that sends no strong ETag is refused', async () => {
  const weak = await answering((_request, response) => response.writeHead(200, { ETag: 'W/"1"' }).end('{}'));
  await assert.rejects(urlStore(weak.address).readText('registry.json'), /sends no strong ETag/);
  weak.close();
});
