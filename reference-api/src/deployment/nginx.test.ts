import { securityHeaders } from '@device-console/shared-lib/contract/server';
import { EventEmitter, once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import * as tls from 'node:tls';
import { join } from 'node:path';
import { Agent, request, type Dispatcher } from 'undici';
import { freePorts } from '../testing/free-ports.ts';
import { startDeployedNginx } from '../testing/deployed-nginx.ts';
import { shared } from '../testing/fixtures.ts';
import { startReceiver } from '../testing/http-receiver.ts';
import { newFolder } from '../testing/test-run.ts';

const CONSOLE = 'console.example.com';
const REMOTES = 'remotes.example.com';
/** Unanswered requests of a flood at a time: fewer than the limit of uploads. */
const AT_ONCE = 10;
/** Unanswered uploads that a network may have. */
const UPLOADS = 16;
const SECRET = 'Zq3-the-secret-of-a-reset-link';

type Reply = Awaited<ReturnType<typeof request>>;

interface Asked {
  readonly host?: string;
  readonly method?: Dispatcher.HttpMethod;
  /** The caller's address: another network in each test, because limits count by network. */
  readonly from?: string;
  readonly body?: string;
  readonly plain?: boolean;
}

let isPageAway = false;
/** Uploads that the API has not answered yet. */
const held: ServerResponse[] = [];
const holding = new EventEmitter();

const api = shared(() =>
  startReceiver((response) => {
    const { url } = response.req;
    if (url?.includes('bulkUnlockCopy')) holding.emit('held', held.push(response));
    else response.writeHead(url?.includes('throttled') ? 429 : 200, { 'retry-after': '7' }).end();
  }),
);
const page = shared(() =>
  startReceiver((response) => {
    const { url, socket } = response.req;
    const own = url === '/own' ? { 'content-security-policy': 'of the page' } : {};
    if (isPageAway) socket.destroy();
    else response.writeHead(url === '/none' ? 404 : 200, own).end();
  }),
);

async function ask(
  path: string,
  { host = CONSOLE, method = 'GET', from = '192.0.2.1', body, plain = false }: Asked = {},
): Promise<Reply> {
  const origin = plain ? `http://127.0.0.1:${nginx.plain}` : `https://127.0.0.1:${nginx.tls}`;
  const dispatcher = new Agent({ pipelining: 0, connect: { servername: host, ca: nginx.authority } });
  const headers = { host, 'x-test-address': from };
  const reply = await request(`${origin}${path}`, { method, headers, body: body ?? null, dispatcher });
  await reply.body.dump();
  return reply;
}

const nginx = shared(async () => {
  const [nobody = 0, plain = 0, overTls = 0] = await freePorts(3);
  const [ofApi, ofPage] = [api, page].map(({ address }) => new URL(address).port);
  const { certificateFile, challenges, logs, stop } = await startDeployedNginx(
    join(__dirname, '..', '..', '..', 'deploy', 'nginx'),
    newFolder(),
    [
      [':3101', `:${ofApi}`],
      [':3102', `:${ofApi}`],
      [':3000', `:${ofPage}`],
      [':3050', `:${nobody}`],
      ['listen 80', `listen 127.0.0.1:${plain}`],
      ['listen 443', `listen 127.0.0.1:${overTls}`],
    ],
    'set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;',
  );
  const authority = await readFile(certificateFile, 'utf8');
  return { plain, tls: overTls, authority, challenges, logs, close: stop };
});

/** Sends requests, a few at once, until one is refused; returns how many passed before, and the refusal. */
async function flood(one: () => Promise<Reply>): Promise<{ readonly passed: number; readonly refused: Reply }> {
  for (let passed = 0; ; passed += AT_ONCE) {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, one));
    const [refused] = replies.filter(({ statusCode }) => statusCode === 429);
    if (refused) return { passed: passed + replies.filter(({ statusCode }) => statusCode === 200).length, refused };
  }
}

const wanted = Object.fromEntries(
  Object.entries(securityHeaders.data).map(([name, value]) => [name.toLowerCase(), value]),
);
const hsts = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };

it.each([
  [200, '/', {}],
  [404, '/none', {}],
  [413, '/api/login.php', { method: 'POST', body: 'x'.repeat(16 * 1024 + 1) }],
  [429, '/api/throttled', {}],
  [403, '/api/readyz', {}],
  [502, '/registry.json', { host: REMOTES }],
  [403, '/registry.json', { host: REMOTES, method: 'DELETE' }],
] as const)('the answer %i to %s has every header', async (status, path, asked) => {
  const reply = await ask(path, asked);
  expect(reply.statusCode).toBe(status);
  expect(reply.headers).toMatchObject({ ...wanted, ...hsts });
  expect(reply.headers['server']).toBe('nginx');
});

it('redirects plain http to https with every header but that of https, which counts there alone', async () => {
  const { statusCode: status, headers } = await ask('/lockDevice?x=1', { plain: true });
  expect([status, headers['location']]).toEqual([301, `https://${CONSOLE}/lockDevice?x=1`]);
  expect(headers).toMatchObject(wanted);
  expect(headers['strict-transport-security']).toBeUndefined();
});

it('answers an ACME server without TLS, with the file of its question alone', async () => {
  const folder = join(nginx.challenges, '.well-known', 'acme-challenge');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'a-token'), 'the answer');
  const asked = (name: string) => ask(`/.well-known/acme-challenge/${name}`, { plain: true, host: REMOTES });
  expect((await asked('a-token')).statusCode).toBe(200);
  expect((await asked('another')).statusCode).toBe(404);
});

it('lets stand what a server behind says of itself, once', async () => {
  expect((await ask('/own')).headers['content-security-policy']).toBe('of the page');
  expect((await ask('/api/throttled')).headers['retry-after']).toBe('7');
});

it('tells pages of every console that the store is away, and this machine alone how the API is', async () => {
  expect((await ask('/x', { host: REMOTES })).headers['access-control-allow-origin']).toBe('*');
  expect((await ask('/api/readyz', { from: '127.0.0.1' })).statusCode).toBe(200);
});

it.each([
  ['a login', '/api/login.php', 41],
  ['a reset', '/api/reset_password.php', 21],
  ['an upload', '/api/bulkLockCopy.php', 41],
])('a flood of %s from one network is answered 429, and that of another goes through', async (_what, path, most) => {
  const { passed, refused } = await flood(() => ask(path, { method: 'POST', from: '198.51.100.7' }));
  expect(passed).toBeGreaterThanOrEqual(most);
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.headers).toMatchObject({ ...wanted, ...hsts });
  expect((await ask(path, { method: 'POST', from: '198.51.100.8' })).statusCode).toBe(200);
});

it('lets a network have 16 uploads unanswered, and another its own', async () => {
  const upload = (from: string): Promise<Reply> => ask('/api/bulkUnlockCopy.php', { method: 'POST', from });
  const first = Array.from({ length: UPLOADS }, () => upload('198.51.100.20'));
  while (held.length < UPLOADS) await once(holding, 'held');
  expect((await upload('198.51.100.20')).statusCode).toBe(429);
  const other = upload('198.51.100.21');
  while (held.length <= UPLOADS) await once(holding, 'held');
  for (const response of held) response.end();
  expect((await Promise.all([...first, other])).every(({ statusCode }) => statusCode === 200)).toBe(true);
});

it('counts an IPv6 network of 64 bits as one caller', async () => {
  let last = 0;
  const { passed } = await flood(() =>
    ask('/api/login.php', { method: 'POST', from: `2001:db8:1:2::${(last += 1).toString(16)}` }),
  );
  expect(passed).toBeGreaterThan(0);
  expect((await ask('/api/login.php', { method: 'POST', from: '2001:db8:1:3::1' })).statusCode).toBe(200);
});

it('writes neither a query nor the secret of a reset link into a log, also while the page is away', async () => {
  await ask(`/resetPassword/${SECRET}?q=${SECRET}`);
  await ask(`/%72esetPassword/${SECRET}`);
  await ask(`/superadmin/resetPassword/${SECRET}`, { plain: true });
  await ask(`/api/signIn/callback?code=${SECRET}&state=${SECRET}`);
  isPageAway = true;
  expect((await ask(`/resetPassword/${SECRET}`)).statusCode).toBe(502);
  expect((await ask('/lockDevice')).statusCode).toBe(502);
  isPageAway = false;
  const { access, errors } = await nginx.logs();
  expect(access.match(/"GET \/(superadmin\/)?resetPassword\/\*\*\* HTTP/g)).toHaveLength(4);
  expect(errors).toContain('"GET /lockDevice HTTP');
  expect(access + errors).not.toContain(SECRET);
  expect(access).not.toContain('?');
});

/** Returns what TLS agrees on with a client that accepts nothing else; rejects with nginx's alert. */
function agreed(servername: string, wanted: tls.SecureContextOptions): Promise<unknown> {
  return new Promise((done, failed) => {
    const socket = tls.connect(
      { host: '127.0.0.1', port: nginx.tls, servername, ca: nginx.authority, ...wanted },
      () => {
        done([socket.getProtocol(), socket.getCipher().standardName]);
        socket.destroy();
      },
    );
    socket.on('error', failed);
  });
}

it.each([CONSOLE, REMOTES])('%s speaks TLS 1.2 and 1.3 with forward secrecy, and nothing else', async (name) => {
  const second = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
  expect(await agreed(name, {})).toEqual(['TLSv1.3', expect.stringMatching(/^TLS_(AES|CHACHA20)/)]);
  expect(await agreed(name, second)).toEqual(['TLSv1.2', expect.stringMatching(/^TLS_ECDHE_ECDSA_.*(GCM|CHACHA20)/)]);
  const cbc = agreed(name, { ...second, ciphers: 'ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES256-SHA' });
  await expect(cbc).rejects.toMatchObject({ code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' });
  const first = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  await expect(agreed(name, first)).rejects.toMatchObject({ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' });
});

it('says nothing to whoever asks for another name', async () => {
  await expect(ask('/', { host: 'other.example' })).rejects.toThrow();
  await expect(ask('/', { host: 'other.example', plain: true })).rejects.toThrow();
});
