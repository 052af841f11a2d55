import { randomUUID } from 'node:crypto';
import { limits } from '@device-console/shared-lib/contract';
import { securityHeaders } from '@device-console/shared-lib/contract/server';
import { createMetrics } from '../../modules/metrics/metrics.ts';
import { serveMetrics } from '../../modules/metrics/metrics-server.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

const wanted = Object.fromEntries(
  Object.entries(securityHeaders.data).map(([name, text]) => [name.toLowerCase(), text]),
);
const json = { 'content-type': 'application/json' };

describe('headers for browsers', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  it.each([
    [200, { url: '/readyz' }],
    [400, { url: '/login.php', method: 'POST', payload: '{', headers: json }],
    [400, { url: '/%' }],
    [401, { url: '/homeData.php', headers: { 'x-transaction-id': randomUUID(), 'x-api-key': 'unknown' } }],
    [404, { url: '/wp-login.php' }],
    [413, { url: '/login.php', method: 'POST', payload: '"x"'.padEnd(limits.bodyBytes), headers: json }],
    [415, { url: '/login.php', method: 'POST', payload: 'x', headers: { 'content-type': 'text/xml' } }],
    [204, { url: '/login.php', method: 'OPTIONS' }],
  ] as const)('come with the answer %i to %o', async (status, request) => {
    const reply = await api.server.inject(request);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers).toMatchObject(wanted);
  });

  it('come with figures, and where there are none', async () => {
    const server = await serveMetrics(createMetrics(), { port: 0, host: '127.0.0.1' }, () => undefined);
    try {
      for (const [path, status] of [
        ['metrics', 200],
        ['none', 404],
      ] as const) {
        const reply = await fetch(`${server.address}/${path}`);
        expect(reply.status).toBe(status);
        expect(Object.fromEntries(reply.headers)).toMatchObject(wanted);
      }
    } finally {
      await server.close();
    }
  });
});
