import { sql } from 'kysely';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileMailer } from '../core/mail/smtp-mailer.ts';
import {
  audited,
  ENROLLED,
  failure,
  fresh,
  newFolder,
  people,
  shared,
  startTestApi,
  success,
  type TestApi,
} from '../testing/index.ts';
import { keepHouse } from '../testing/keep-house.ts';
import { createHttpGateway } from '../core/gateway/http-gateway.ts';
import { HOUR, isoAfter, MINUTE } from '../core/time/clock.ts';
import { createMetrics } from '../modules/metrics/metrics.ts';

const origin = 'https://console.example';
const api = shared(() => startTestApi(undefined, { allowedOrigins: [origin], trustedProxies: ['127.0.0.1'] }));

async function ready({ server }: TestApi): Promise<object> {
  const reply = await server.inject('/readyz');
  return { statusCode: reply.statusCode, ...reply.json<object>() };
}
/** Asks once the last answer no longer counts. */
function readyLater(of: TestApi): Promise<object> {
  of.clock.advance(2000);
  return ready(of);
}

describe('server', () => {
  it('readyz says, from one answer for two seconds, that writes fail, and that commands are due for long', async () => {
    const own = await startTestApi(undefined, { logLevel: 'error' });
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(own.store.db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(own.store.db);
    expect(await ready(own)).toMatchObject(failure('The database failed; the log says why.'));
    expect(own.lines.join('')).toContain('database or disk is full');
    await sql`pragma max_page_count = 1000000`.execute(own.store.db);
    expect(await ready(own)).toMatchObject({ status: 'error' });
    expect(await readyLater(own)).toMatchObject({ status: 'success', dispatch: 'running' });
    const admin = await own.as('admin');
    await admin.call('lockNotification', { imei: ENROLLED[0], action: 'lock' });
    const queuedAt = own.clock.now().toISOString();
    expect(await readyLater(own)).not.toHaveProperty('dispatchBehindSince');
    own.clock.advance(16 * MINUTE);
    expect(await ready(own)).toMatchObject({ status: 'success', dispatchBehindSince: queuedAt });
    await own.worker.runOnce();
    // Setting the clock back does not make an answer last longer.
    own.clock.advance(-MINUTE);
    expect(await ready(own)).not.toHaveProperty('dispatchBehindSince');
    await own.close();
  });

  it('D17c is ready while dispatch is paused, and says so and why', async () => {
    const served = { database: 'sqlite', gateway: 'simulator', schema: api.store.schema.version, ahead: [] };
    expect(await readyLater(api)).toEqual({ statusCode: 200, ...success('ready'), ...served, dispatch: 'running' });
    const superadmin = await api.as('superadmin');
    const pausedAt = api.clock.now().toISOString();
    await superadmin.call('operationsDispatch', { dispatch: 'paused', reason: 'The provider moves house' });
    const paused = { dispatch: 'paused', dispatchReason: 'The provider moves house', dispatchSince: pausedAt };
    expect(await readyLater(api)).toMatchObject({ statusCode: 200, message: 'ready', ...paused });
    await superadmin.call('operationsDispatch', { dispatch: 'running', reason: 'It has moved' });
    expect(await readyLater(api)).not.toHaveProperty('dispatchReason');
  });

  it('says on every reply if phones are simulated, and gives each an id that no caller chooses', async () => {
    const ask = (url: string) => api.server.inject({ url, headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
    const replies = [await ask('/readyz'), await ask('/nothing.php'), await ask('/homeData.php'), await ask('/livez')];
    expect(replies.map(({ headers }) => headers['x-device-gateway'])).toEqual(replies.map(() => 'simulator'));
    for (const { headers } of replies) expect(headers['access-control-expose-headers']).toMatch(/^Date, /);
    const ids = new Set(replies.map(({ headers }) => String(headers['x-request-id'])));
    expect(ids.size).toBe(replies.length);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    const other = await startTestApi(undefined, { gateway: createHttpGateway('http://127.0.0.1:9') });
    expect((await other.server.inject('/livez')).headers).not.toHaveProperty('x-device-gateway');
    await other.close();
  });

  it('W4 lets pages of allowed origins call, without credentials, and no others', async () => {
    const ask = (from: string) => {
      const headers = { origin: from, 'access-control-request-method': 'POST' };
      return api.server.inject({ method: 'OPTIONS', url: '/login.php', headers });
    };
    const allowed = await ask(origin);
    expect(allowed.statusCode).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'Content-Type, X-API-Key, X-Transaction-Id, X-Last-Input',
      vary: 'Origin',
      'access-control-expose-headers': 'Date, Retry-After, X-Device-Gateway, X-Device-Commands, X-Request-Id',
    });
    expect(allowed.headers).not.toHaveProperty('access-control-allow-credentials');
    expect((await ask('https://elsewhere.example')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  it("D2a reads the caller's address from a trusted proxy alone, for the throttle and the audit", async () => {
    const headers = { 'x-transaction-id': 'abcdefgh', 'x-forwarded-for': '198.51.100.9' };
    const payload = { email: people.viewer.email, password: 'wrong' };
    for (const remoteAddress of ['127.0.0.1', '203.0.113.5'])
      await api.server.inject({ method: 'POST', url: '/login.php', remoteAddress, headers, payload });
    const rows = await audited(api.store, { email: people.viewer.email });
    expect(rows.map((row) => row.address)).toEqual(['198.51.100.9', '203.0.113.5']);
  });
});

it("writes mails as files of the server's own user", async () => {
  const folder = newFolder();
  const mail = { to: 'a@example.com', subject: 'Hello', text: 'Grüße https://console.example/x' };
  await createFileMailer(join(folder, 'mail'), 'Console <console@example.com>').send(mail);
  const [name = '', ...rest] = await readdir(join(folder, 'mail'));
  expect(rest).toEqual([]);
  const [head = '', body = ''] = (await readFile(join(folder, 'mail', name), 'utf8')).split('\r\n\r\n');
  expect(head).toContain('From: Console <console@example.com>\r\nTo: a@example.com');
  expect(Buffer.from(body, 'base64').toString()).toBe('Grüße https://console.example/x');
});

describe('what fails beside the calls', () => {
  const metrics = fresh(() => Promise.resolve(createMetrics()));
  let refuse: (reason: Error) => void = () => undefined;
  const mailer = { send: () => new Promise<void>((_done, reject) => void (refuse = reject)) };
  const own = fresh(() => startTestApi(undefined, { metrics, logLevel: 'error', mailer }));

  it('D18 a mail that is refused while the database is away ends nothing: it is logged and counted', async () => {
    await own.call('forgotPassword', { email: people.admin.email });
    await own.store.db.schema.alterTable('audit_log').renameTo('audit_away').execute();
    refuse(new Error('refused'));
    await own.server.close();
    expect(own.lines.join()).toContain('work after an answer failed');
    expect(own.lines.join()).toContain('"fault":"background"');
  });

  it('a rejection that nobody waited for makes the server say that it is not ready, and it goes on', async () => {
    expect((await own.server.inject('/readyz')).statusCode).toBe(200);
    own.alarms.raise('rejection', new Error('nobody waited'));
    expect((await own.server.inject('/readyz')).statusCode).toBe(503);
    expect((await own.server.inject('/livez')).statusCode).toBe(200);
    expect(await metrics.text()).toContain('device_console_faults_total{kind="rejection"} 1');
    expect((await own.as('operator')).token).not.toBe('');
  });

  it('C13 housekeeping takes every step, names the one that failed, and closes all overdue requests', async () => {
    const { db } = own.store;
    const gone = isoAfter(own.clock.now(), -HOUR);
    const request = { via: 'session', credential_id: 1, call: '', body: '', body_hash: '', action: 'lock' } as const;
    const overdue = Array.from({ length: 250 }, (_, one) => ({
      ...{ ...request, account_id: 1, transaction_id: String(one), imei: '', batch_id: String(one) },
      ...({ devices: 1, state: 'waiting', why: '', created_at: gone, expires_at: gone } as const),
    }));
    await db.insertInto('approvals').values(overdue).execute();
    const failed: string[] = [];
    const onFailure = (_error: unknown, step: string) => void failed.push(step);
    await own.without('attempts', () => keepHouse(own, undefined, onFailure));
    expect(failed).toEqual(['log-in attempts']);
    expect(await db.selectFrom('approvals').select('id').where('state', '=', 'waiting').execute()).toEqual([]);
  });
});
