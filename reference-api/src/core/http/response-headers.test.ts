import { randomUUID } from 'node:crypto';
import { AUTHORIZATION_FAILED, limits } from '@device-console/shared-lib/contract';
import { securityHeaders } from '@device-console/shared-lib/contract/server';
import { createMetrics, serveMetrics } from '../../modules/metrics/metrics.ts';
import { failure, shared, startTestApi } from '../../testing/index.ts';

const wanted = Object.fromEntries(
  Object.entries(securityHeaders.data).map(([name, text]) => [name.toLowerCase(), text]),
);
const json = { 'content-type': 'application/json' };
const inWords = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const UNREADABLE = 'The request could not be read.';
const LIST = '/updateCommandOnServer.php';
const TOO_LARGE = 'The request is too large.';

const api = shared(() => startTestApi());

it.each([
  [200, { url: '/readyz' }],
  [400, { url: '/%' }],
  [401, { url: '/homeData.php', headers: { 'x-transaction-id': randomUUID(), 'x-api-key': 'unknown' } }],
  [204, { url: '/login.php', method: 'OPTIONS' }],
] as const)('headers for browsers come with the answer %i to %o', async (status, request) => {
  const reply = await api.server.inject(request);
  expect(reply.statusCode).toBe(status);
  expect(reply.headers).toMatchObject(status === 200 ? { ...wanted, ...inWords } : wanted);
});

it.each([
  [404, 'There is no call POST /nothing.php.', { url: '/nothing.php?token=1', payload: {} }],
  [401, AUTHORIZATION_FAILED, { method: 'GET', url: '/files/lock/a.csv' }],
  [404, 'There is no call GET /login.php.', { method: 'GET', url: '/login.php' }],
  [400, UNREADABLE, { url: '/login.php', payload: '{', headers: json }],
  [415, UNREADABLE, { url: '/login.php', payload: 'a=b', headers: { 'content-type': 'text/x' } }],
  [413, TOO_LARGE, { url: '/login.php', payload: { email: 'x'.repeat(limits.bodyBytes) } }],
  [413, TOO_LARGE, { method: 'PUT', url: LIST, payload: { payload: 'x'.repeat(limits.listBodyBytes) } }],
] as const)(
  'D2a headers for browsers come with the refusal %i, which is plain JSON: %s',
  async (status, message, request) => {
    const reply = await api.server.inject({ method: 'POST', ...request });
    expect([reply.statusCode, reply.json()]).toEqual([status, failure(message)]);
    expect(reply.headers).toMatchObject({ ...wanted, ...inWords });
  },
);

it('headers for browsers come with figures, and where there are none', async () => {
  const metrics = createMetrics();
  const server = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' }, () => undefined);
  try {
    for (const [method, path, status, type] of [
      ['GET', 'metrics', 200, metrics.contentType],
      ['POST', 'metrics', 404, 'application/json; charset=utf-8'],
      ['GET', 'healthz', 404, 'application/json; charset=utf-8'],
    ] as const) {
      const reply = await fetch(`${server.address}/${path}`, { method });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([status, type]);
      expect(Object.fromEntries(reply.headers)).toMatchObject(wanted);
    }
  } finally {
    await server.close();
  }
});
