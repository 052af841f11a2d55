import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { securityHeaders } from '../lib/publishing/rules.mjs';
import { serveHost } from '../lib/static-server.mjs';
import { serveStore } from '../lib/store-server.mjs';

/** @typedef {keyof typeof securityHeaders} Kind */

const hashed = 'main.0123456789ab.js';
/** @type {string} */
let folder;
/** @type {Record<'host' | 'store', import('fastify').FastifyInstance>} */
let servers;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headers-'));
  for (const name of ['root', 'web']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'root', 'index.html'), '<title>Console</title>');
  writeFileSync(join(folder, 'root', hashed), '');
  writeFileSync(join(folder, 'web', 'config.json'), '{}');
  const root = join(folder, 'root');
  servers = {
    host: await serveHost({ root, webDir: join(folder, 'web'), apiUrl: 'http://127.0.0.1:9', port: 0 }),
    store: await serveStore({ root, port: 0 }),
  };
});

after(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

/** @type {[keyof typeof servers, string, number, Kind, RequestInit?][]} */
const replies = [
  ['host', '/lockDevice', 200, 'page'],
  ['host', '/none.txt', 404, 'page'],
  ['host', '/lockDevice', 404, 'page', { method: 'POST' }],
  ['host', `/${hashed}`, 200, 'asset'],
  ['host', '/gone.0123456789ab.js', 404, 'asset'],
  ['host', '/config.json', 200, 'data'],
  ['host', '/config.json?x=1', 200, 'data'],
  ['host', '/registry.json', 404, 'data'],
  ['host', '/history/mf-a.json', 404, 'data'],
  ['host', '/api/homeData.php', 500, 'data'],
  ['host', '/%', 400, 'data'],
  ['store', `/${hashed}`, 200, 'published'],
  ['store', '/none.js', 404, 'published'],
  ['store', '/registry.json', 404, 'published'],
  ['store', '/registry.json', 401, 'published', { method: 'PUT', body: '{}' }],
  ['store', '/%', 400, 'published'],
];

for (const [server, path, status, kind, init] of replies)
  test(`${server}: answers ${init?.method ?? 'GET'} ${path} with ${status} and the headers of ${kind}`, async () => {
    const response = await fetch(servers[server].listeningOrigin + path, init);
    assert.equal(response.status, status);
    const wanted = Object.entries(securityHeaders[kind]);
    assert.deepEqual(
      wanted.map(([name]) => [name, response.headers.get(name)]),
      wanted,
    );
    assert.match(response.headers.get('content-security-policy') ?? '', /^(sandbox; )?default-src 'none'/);
  });
