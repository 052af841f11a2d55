import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { precompress } from '../development/build-package.ts';
import { listedKey, signEntry } from '../lib/publishing/keys.ts';
import { securityHeaders } from '../lib/publishing/rules.ts';
import { serveHost } from '../lib/static-server.ts';
import { teamKey, workshop } from '../test-support/fake-builds.ts';
import { serveStore } from '../lib/store-server.ts';
import { answering, defined } from '../test-support/values.ts';

const hashed = 'main.0123456789ab.js';
let folder: string;
const keyHolder = workshop();
const key = teamKey(keyHolder.folder, 'mf-a');
const registryAt = (baseUrl: string): string =>
  JSON.stringify({ schemaVersion: 1, remotes: [signEntry({ id: 'mf-a', baseUrl }, key)] });
const configWith = (more: object): string =>
  JSON.stringify({ sharedKey: 'x', registryKeys: [listedKey(key, ['mf-a'])], ...more });
let host: Awaited<ReturnType<typeof serveHost>>;
let remote: Awaited<ReturnType<typeof serveStore>>;

const policyIn = ({ headers }: Response): string => defined(headers.get('content-security-policy'));

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-'));
  for (const name of ['root', 'web']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'root', 'index.html'), '<title>Console</title>');
  writeFileSync(join(folder, 'root', hashed), 'console.log("x");'.repeat(200));
  writeFileSync(join(folder, 'root', `${hashed}.map`), '{}');
  writeFileSync(join(folder, 'web', 'registry.json'), registryAt('https://r.example/'));
  writeFileSync(join(folder, 'web', 'config.json'), configWith({}));
  mkdirSync(join(folder, 'web', 'history'));
  writeFileSync(join(folder, 'web', 'history', 'mf-a.json'), '{"schemaVersion":1,"id":"mf-a","entries":[]}');
  precompress(join(folder, 'root'));
  const [root, webDir] = [join(folder, 'root'), join(folder, 'web')];
  host = await serveHost({ root, webDir, apiUrl: 'http://127.0.0.1:9', port: 0 });
  remote = await serveStore({ root, port: 0 });
});

after(async () => {
  await Promise.all([host.close(), remote.close()]);
  rmSync(folder, { recursive: true });
  keyHolder.close();
});

for (const [server, path, status, kind, init] of [
  ['host', '/lockDevice', 200, 'page'],
  ['host', '/none.txt', 404, 'page'],
  ['host', '/lockDevice', 404, 'page', { method: 'POST' }],
  ['host', `/${hashed}`, 200, 'asset'],
  ['host', '/gone.0123456789ab.js', 404, 'asset'],
  ['host', '/config.json', 200, 'data'],
  ['host', '/config.json?x=1', 200, 'data'],
  ['host', '/registry.json', 200, 'data'],
  ['host', '/history/mf-none.json', 404, 'data'],
  ['host', '/api/homeData.php', 502, 'data'],
  ['host', '/%', 400, 'data'],
  ['store', `/${hashed}`, 200, 'published'],
  ['store', '/none.js', 404, 'published'],
  ['store', '/registry.json', 404, 'published'],
  ['store', '/registry.json', 401, 'published', { method: 'PUT', body: '{}' }],
  ['store', '/%', 400, 'published'],
] as [string, string, number, keyof typeof securityHeaders, RequestInit?][])
  test(`${server}: answers ${init?.method ?? 'GET'} ${path} with ${status} and the headers of ${kind}`, async () => {
    const response = await fetch((server === 'host' ? host : remote).listeningOrigin + path, init);
    assert.equal(response.status, status);
    const wanted = Object.entries(securityHeaders[kind]);
    assert.deepEqual(
      wanted.map(([name]) => [name, response.headers.get(name)]),
      wanted,
    );
    assert.match(policyIn(response), /^(sandbox; )?default-src 'none'/);
    assert.equal((await response.text()).includes('<title>Console'), status === 200 && kind === 'page');
  });

test("answers any screen's address with the page, under a policy made from the registry", async () => {
  for (const address of ['/', '/lockDevice', '/superadmin/auditReport']) {
    const response = await fetch(host.listeningOrigin + address);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /<title>Console/);
    assert.match(policyIn(response), /script-src 'self' https:\/\/r\.example/);
    assert.equal(response.headers.get('cache-control'), 'no-cache');
  }
});

test('nothing to ask by whether it has changed comes with a file that never does; with the page it comes', async () => {
  for (const { listeningOrigin } of [host, remote]) {
    const { status, headers } = await fetch(`${listeningOrigin}/${hashed}`, { headers: { 'Accept-Encoding': 'br' } });
    assert.equal(status, 200);
    for (const name of ['etag', 'last-modified', 'accept-ranges']) assert.equal(headers.get(name), null);
  }
  assert.notEqual((await fetch(host.listeningOrigin)).headers.get('etag'), null);
});

test('keeps hashed files for good and asks again for configuration and registry', async () => {
  const cacheOf = async (path: string) => (await fetch(host.listeningOrigin + path)).headers.get('cache-control');
  assert.match(defined(await cacheOf(`/${hashed}`)), /immutable/);
  assert.equal(await cacheOf('/config.json'), 'no-cache');
  assert.equal(await cacheOf('/registry.json'), 'no-cache');
});

test('sends configuration and registry compressed, anew when they change, and not again to who has them', async () => {
  const get = (headers: Record<string, string>) => fetch(`${host.listeningOrigin}/config.json`, { headers });
  const first = await get({ 'Accept-Encoding': 'gzip, br' });
  assert.equal(first.headers.get('content-encoding'), 'br');
  assert.match(defined(first.headers.get('content-type')), /application\/json/);
  assert.equal((await first.json()).sharedKey, 'x');
  const etag = defined(first.headers.get('etag'));
  assert.equal((await get({ 'Accept-Encoding': 'gzip, br', 'If-None-Match': etag })).status, 304);
  assert.equal(
    (await get({ 'Accept-Encoding': 'identity', 'If-None-Match': etag })).headers.get('content-encoding'),
    null,
  );
  assert.equal((await get({ 'Accept-Encoding': 'br;q=0, gzip' })).headers.get('content-encoding'), 'gzip');
  writeFileSync(join(folder, 'web', 'config.json'), '{"sharedKey":"another"}');
  assert.deepEqual(await (await get({ 'Accept-Encoding': 'gzip, br', 'If-None-Match': etag })).json(), {
    sharedKey: 'another',
  });
  rmSync(join(folder, 'web', 'config.json'));
  assert.equal((await get({})).status, 404);
  writeFileSync(join(folder, 'web', 'config.json'), configWith({}));
});

test('sends files as they were compressed by the build', async () => {
  const response = await fetch(`${host.listeningOrigin}/${hashed}`, { headers: { 'Accept-Encoding': 'br' } });
  assert.equal(response.headers.get('content-encoding'), 'br');
  assert.match(await response.text(), /console\.log/);
});

test("registry and histories may lie apart from config.json, where the teams' store is", async () => {
  const storeDir = join(folder, 'store');
  mkdirSync(join(storeDir, 'history'), { recursive: true });
  writeFileSync(join(storeDir, 'registry.json'), registryAt('https://apart.example/'));
  writeFileSync(join(storeDir, 'config.json'), configWith({ sharedKey: 'evil' }));
  writeFileSync(join(storeDir, 'history', 'mf-a.json'), '{"apart":true}');
  const server = await serveHost({
    root: join(folder, 'root'),
    webDir: join(folder, 'web'),
    storeDir,
    apiUrl: 'http://127.0.0.1:9',
    port: 0,
  });
  const get = async (path: string): Promise<{ sharedKey?: string; remotes?: { baseUrl: string }[] }> =>
    (await fetch(server.listeningOrigin + path)).json();
  assert.equal((await get('/registry.json')).remotes?.[0]?.baseUrl, 'https://apart.example/');
  assert.deepEqual(await get('/history/mf-a.json'), { apart: true });
  assert.equal((await get('/config.json')).sharedKey, 'x');
  assert.match(policyIn(await fetch(server.listeningOrigin)), /script-src 'self' https:\/\/apart\.example;/);
  await server.close();
});

test('follows the registry, and keeps the origins of the last one while there is none or no JSON', async () => {
  const file = join(folder, 'web', 'registry.json');
  const good = readFileSync(file, 'utf8');
  const policyNow = async () => {
    const response = await fetch(host.listeningOrigin);
    assert.equal(response.status, 200);
    return policyIn(response);
  };
  writeFileSync(file, registryAt('https://another.example/'));
  assert.match(await policyNow(), /script-src 'self' https:\/\/another\.example/);
  writeFileSync(file, '{"schemaVersion":1,"remo');
  assert.match(await policyNow(), /script-src 'self' https:\/\/another\.example/);
  rmSync(file);
  assert.match(await policyNow(), /script-src 'self' https:\/\/another\.example/);
  writeFileSync(file, good);
  assert.match(await policyNow(), /r\.example/);
});

test('keeps source maps to itself', async () => {
  for (const server of [host, remote])
    assert.equal((await fetch(`${server.listeningOrigin}/${hashed}.map`)).status, 404);
});

test('tells the API who really calls, and believes a forwarded address only behind a proxy', async () => {
  const seen: (string | string[] | undefined)[] = [];
  const api = await answering((request, response) => {
    seen.push(request.headers['x-forwarded-for']);
    response.end('{}');
  });
  const options = { root: join(folder, 'root'), webDir: join(folder, 'web'), apiUrl: api.address, port: 0 };
  for (const behindProxy of [false, true]) {
    const server = await serveHost({ ...options, behindProxy });
    await fetch(`${server.listeningOrigin}/api/x.php`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    await server.close();
  }
  assert.deepEqual(seen, ['127.0.0.1', '203.0.113.9, 127.0.0.1']);
  api.close();
});

test('closes an unused connection to the API before the API does, perhaps just when a call is sent', async () => {
  const sockets: Socket[] = [];
  const api = await answering(({ socket }, response) => {
    sockets.push(socket);
    response.setHeader('Keep-Alive', 'timeout=2').end('{}');
  });
  const options = { root: join(folder, 'root'), webDir: join(folder, 'web'), apiUrl: api.address, port: 0 };
  const server = await serveHost(options);
  await fetch(`${server.listeningOrigin}/api/x.php`);
  const socket = defined(sockets[0]);
  let endedByHost = false;
  socket.once('end', () => (endedByHost = true));
  await once(socket, 'close');
  await server.close();
  api.close();
  assert.ok(endedByHost);
});

test('serves the history of a remote beside the registry, nothing else of that folder, else 404', async () => {
  const there = await fetch(`${host.listeningOrigin}/history/mf-a.json`);
  assert.deepEqual(await there.json(), { schemaVersion: 1, id: 'mf-a', entries: [] });
  assert.equal(there.headers.get('cache-control'), 'no-cache');
  for (const path of ['/history/mf-none.json', '/history/..%2Fconfig.json', '/history/.publish.json']) {
    assert.equal((await fetch(host.listeningOrigin + path)).status, 404, path);
  }
});

test('the page tells other sites nothing of where it was, and stands in no frame', async () => {
  const { headers } = await fetch(`${host.listeningOrigin}/lockDevice`);
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(
    defined(headers.get('content-security-policy')),
    /^default-src 'none';.*base-uri 'none';.*frame-ancestors 'none'$/,
  );
});

test('every file says its type, and a text its characters', async () => {
  for (const [server, path, type] of [
    [host, '/lockDevice', 'text/html; charset=utf-8'],
    [host, `/${hashed}`, 'application/javascript; charset=utf-8'],
    [host, '/config.json', 'application/json; charset=utf-8'],
    [host, '/gone.js', 'text/plain; charset=utf-8'],
    [remote, `/${hashed}`, 'text/javascript; charset=utf-8'],
  ] as const)
    assert.equal((await fetch(server.listeningOrigin + path)).headers.get('content-type'), type, path);
});

test('shows no folder and no hidden file: not of version control, and not of its own settings', async (context) => {
  const root = join(folder, 'root');
  for (const name of ['.git', 'assets']) mkdirSync(join(root, name));
  for (const name of ['.git/config', '.env', 'assets/picture.txt']) writeFileSync(join(root, name), 'secret');
  const server = await serveHost({ root, webDir: join(folder, 'web'), apiUrl: 'http://127.0.0.1:9', port: 0 });
  context.after(() => server.close());
  for (const path of ['/.git/config', '/.git/', '/.env', '/assets/', '/assets', '/history/']) {
    const text = await (await fetch(server.listeningOrigin + path)).text();
    assert.doesNotMatch(text, /secret|picture|mf-a/, path);
  }
});

test('takes no method but those of a page, and repeats none', async () => {
  for (const { listeningOrigin } of [host, remote]) {
    const { port } = new URL(listeningOrigin);
    const sent = request({ port, host: '127.0.0.1', method: 'TRACE', path: '/', headers: { 'X-API-Key': 'a-token' } });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const piece of response) text += String(piece);
    assert.equal(response.statusCode, 404);
    assert.doesNotMatch(text, /a-token/);
    // PUT is what publishers use.
    for (const method of ['POST', 'PATCH', 'DELETE'])
      assert.equal((await fetch(`${listeningOrigin}/lockDevice`, { method })).status, 404, method);
  }
});

test('pages of the release before get its hashed files; everything else is of the release that is served', async () => {
  const releases = join(folder, 'releases');
  const before = join(releases, '1.0.0', 'shell', 'dist');
  const now = join(releases, '1.1.0', 'shell', 'dist');
  for (const [dist, name, text] of [
    [before, 'old.0123456789aa.js', 'old'],
    [before, 'both.0123456789bb.js', 'before'],
    [before, 'index.html', 'before'],
    [before, 'robots.txt', 'before'],
    [before, 'old.0123456789aa.js.map', '{}'],
    [now, 'both.0123456789bb.js', 'now'],
    [now, 'index.html', 'now'],
  ] as const) {
    mkdirSync(dist, { recursive: true });
    writeFileSync(join(dist, name), text);
  }
  // An upgrade switches the link; what is served is the folder that it leads to.
  const link = join(folder, 'current');
  symlinkSync(join(releases, '1.1.0'), link);
  const server = await serveHost({
    root: join(link, 'shell', 'dist'),
    webDir: join(folder, 'web'),
    releasesDir: releases,
    apiUrl: 'http://127.0.0.1:9',
    port: 0,
  });
  try {
    const get = async (path: string): Promise<[number, string]> => {
      const response = await fetch(`${server.listeningOrigin}/${path}`);
      return [response.status, await response.text()];
    };
    assert.deepEqual(await get('old.0123456789aa.js'), [200, 'old']);
    assert.deepEqual(await get('both.0123456789bb.js'), [200, 'now']);
    assert.deepEqual(await get('lockDevice'), [200, 'now']);
    for (const path of ['robots.txt', 'old.0123456789aa.js.map', 'none.0123456789cc.js'])
      assert.equal((await get(path))[0], 404, path);
  } finally {
    await server.close();
  }
});
