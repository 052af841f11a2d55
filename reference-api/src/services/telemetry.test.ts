import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BodyOf, calls } from '@device-console/shared-lib/contract';
import { SIGNATURE_HEADER, webhookSignature } from '@device-console/shared-lib/telemetry';
import { HOUR, MINUTE } from '../time/clock.ts';
import { startTestApi, type Session, type TestApi } from '../testing/test-api.ts';

type ReportBody = BodyOf<(typeof calls)['platformReport']>;

const failure: ReportBody['failures'][number] = {
  remote: 'mf-reports',
  version: '1.2.0',
  release: '1.2.0-ab',
  sequence: 8,
  source: 'canary',
  screen: 'audit',
  owner: 'Reports team',
  kind: 'uncaught-error',
  message: 'TypeError: x',
  stack: 'at a (http://s/a.js:1:2)',
  count: 1,
};
const report = (failures: ReportBody['failures']): ReportBody => ({ browser: 'Chrome 142', loads: [], failures });

let api: TestApi;
let operator: Session;
const lines: string[] = [];
const begin = async (more: Parameters<typeof startTestApi>[1] = {}) => {
  api = await startTestApi(undefined, {
    logLevel: 'info',
    logStream: { write: (line) => void lines.push(line) },
    ...more,
  });
  operator = await api.as('operator');
};
afterEach(async () => {
  lines.length = 0;
  await api.close();
});

describe('a report', () => {
  it('is rid of what is personal once more, whatever the page has sent', async () => {
    await begin();
    const told = {
      ...failure,
      message: 'no device 356938030000005 of anna@example.com',
      stack: 'Maria\n    at a (http://s/a.js?imei=1:1:2)',
    };
    await operator.call('platformReport', report([told]));
    const rows = await api.store.db.selectFrom('remote_failures').select(['message', 'stack']).execute();
    expect(rows).toEqual([{ message: 'no device … of …', stack: 'at a (http://s/a.js:1:2)' }]);
  });

  it('leaves no row in the audit, as it comes by itself; reading the figures does', async () => {
    await begin();
    const superadmin = await api.as('superadmin');
    await operator.call('platformReport', report([failure]));
    await superadmin.call('platformFigures', { hours: 1 });
    const audited = (await api.store.db.selectFrom('audit_log').select('call').execute()).map(({ call }) => call);
    expect(audited).not.toContain('platformReport.php');
    expect(audited).toContain('platformFigures.php');
  });

  it('D2a is refused beyond the limit of its account, and a flood leaves few rows in the audit', async () => {
    await begin();
    const send = async () => (await operator.call('platformReport', report([]))).status;
    for (let sent = 0; sent < 180; sent += 1) expect(await send()).toBe(200);
    for (let sent = 0; sent < 30; sent += 1) expect(await send()).toBe(429);
    const refused = await api.store.db
      .selectFrom('audit_log')
      .select('outcome')
      .where('call', '=', 'platformReport.php')
      .execute();
    expect(refused).toEqual([{ outcome: 'refused' }]);
    expect((await (await api.as('admin')).call('platformReport', report([]))).status).toBe(200);
    api.clock.advance(15 * MINUTE);
    expect(await send()).toBe(200);
  });

  it.each([
    ['more failures than one may hold', { failures: Array.from({ length: 21 }, () => failure) }],
    ['a longer message', { failures: [{ ...failure, message: 'x'.repeat(501) }] }],
    ['a longer stack', { failures: [{ ...failure, stack: 'x'.repeat(4_001) }] }],
    ['a remote that cannot be one', { failures: [{ ...failure, remote: '../x' }] }],
    ['a source that nobody knows', { failures: [{ ...failure, source: 'development' }] }],
    ['a negative time', { loads: [{ ...failure, ms: -1 }] }],
  ])('D2a with %s is malformed', async (_what, more) => {
    await begin();
    expect((await operator.call('platformReport', { ...report([]), ...more })).status).toBe(400);
  });
});

/** A receiver of webhooks that answers with a status. */
async function receiver(status = 204) {
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, close: () => new Promise((done) => server.close(done)) };
}

const secret = 'a secret of the tests';

describe('a new kind of failure', () => {
  it('is told to its team once, signed', async () => {
    const team = await receiver();
    await begin({
      webhooks: [
        { url: team.url, secret, owners: ['Reports team'] },
        { url: team.url, secret, remotes: ['mf-admin'] },
      ],
    });
    await operator.call('platformReport', report([failure]));
    await operator.call('platformReport', report([{ ...failure, count: 5 }]));
    await api.server.close();
    expect(team.received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = team.received;
    expect(JSON.parse(body)).toEqual({
      event: 'new-failure',
      at: api.clock.now().toISOString(),
      remote: 'mf-reports',
      owner: 'Reports team',
      version: '1.2.0',
      release: '1.2.0-ab',
      text: 'TypeError: x',
      failure: { kind: 'uncaught-error', screen: 'audit', source: 'canary', stack: failure.stack },
    });
    const seconds = Math.floor(api.clock.now().getTime() / 1_000);
    expect(headers[SIGNATURE_HEADER.toLowerCase()]).toBe(await webhookSignature(secret, seconds, body));
    await team.close();
  });

  it('that cannot be told stands in the log, and the report is kept', async () => {
    const team = await receiver(404);
    await begin({ webhooks: [{ url: team.url, secret }] });
    expect((await operator.call('platformReport', report([failure]))).status).toBe(200);
    await api.server.close();
    expect(lines.join('')).toContain('was not told of new-failure of mf-reports: it answered 404.');
    expect(lines.join('')).not.toContain('/hook');
    await team.close();
  });

  it('of a build whose failures all differ is told so often in an hour and no more', async () => {
    const team = await receiver();
    await begin({ webhooks: [{ url: team.url, secret }] });
    const many = (from: string) =>
      Array.from({ length: 15 }, (_, index) => ({ ...failure, message: `${from} ${'x'.repeat(index)}` }));
    await operator.call('platformReport', report(many('a')));
    await operator.call('platformReport', report(many('b')));
    api.clock.advance(HOUR);
    await (await api.as('operator')).call('platformReport', report([{ ...failure, message: 'c' }]));
    await api.server.close();
    expect(team.received).toHaveLength(21);
    expect(lines.filter((line) => line.includes('more new kinds of failures'))).toHaveLength(1);
    await team.close();
  });
});
