import { newTransactionId } from '@device-console/shared-lib/crypto';
import { Webhook } from 'standardwebhooks';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audited, ENROLLED, failure, fresh, newFolder, startTestApi, type Session } from '../../testing/index.ts';
import { startReceiver, type Reply } from '../../testing/http-receiver.ts';
import { freePorts } from '../../testing/free-ports.ts';
import { readServices, type TeamServices } from './index.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const [IMEI = ''] = ENROLLED;

const json =
  (status: number, answer: unknown): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));

describe("a call of a team's own service", () => {
  /** Longer than a busy machine needs; a test of lateness shortens it. */
  const waits = { connect: 60_000, answer: 60_000 };
  const listed: { services: TeamServices } = { services: new Map() };
  const calls = [
    { path: 'claims', permission: 'Device Details' },
    { path: 'claims/settle', permission: 'Device Details', changes: true },
    { path: 'claims/close', roles: ['ADMIN' as const], changes: true },
  ];
  const listing = (url: string): TeamServices => new Map([['mf-warranty', { url, secret: SECRET, calls }]]);

  const service = fresh(() => startReceiver(json(200, { count: 3 })));
  const api = fresh(() => startTestApi(undefined, { teamServices: () => listed.services, serviceWaits: waits }));
  const operator = fresh<Session>(() => api.as('operator'));
  beforeEach(() => {
    listed.services = listing(`${service.address}/console`);
    waits.answer = 60_000;
  });

  async function ask(path: string, { as = operator, transactionId = newTransactionId(), body = {} } = {}) {
    const place = { method: 'POST', path: `services/mf-warranty/${path}`, transactionId };
    const given = { imei: IMEI, note: 'cracked', user: as.email, ...body };
    const response = await api.server.inject({
      method: 'POST',
      url: `/api/${place.path}`,
      headers: { 'x-api-key': as.token, cookie: 'a=b', authorization: 'Bearer of-the-browser' },
      payload: await api.codec.seal(given, { direction: 'request', ...place }),
    });
    const reply = response.json();
    const answer: unknown = reply.payload ? await api.codec.open(reply, { direction: 'reply', ...place }) : reply;
    return { status: response.statusCode, answer };
  }

  const told = async () =>
    (await audited(api.store))
      .filter(({ call }) => call.startsWith('services'))
      .map(({ outcome, said }) => `${outcome} ${said.message}`);

  it('is passed on with the account, signed as a whole, and nothing else of the request', async () => {
    const reply = await ask('claims', { transactionId: 'a-read-of-claims' });
    expect(reply).toEqual({ status: 200, answer: { status: 'success', message: '', answer: { count: 3 } } });
    const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = service.received;
    expect(url).toBe('/console/claims');
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const signed = new Webhook(SECRET).verify(body, texts);
    const permissions = expect.arrayContaining(['Device Details', 'Lock Device']);
    const account = { id: expect.any(Number), role: 'USER', permissions };
    expect(signed).toEqual({ call: 'claims', account, body: { imei: IMEI, note: 'cracked' } });
    expect(headers['webhook-id']).toBe('a-read-of-claims');
    expect(Object.keys(headers).toSorted()).toEqual([
      ...['accept', 'connection', 'content-length', 'content-type', 'host'],
      ...['webhook-id', 'webhook-signature', 'webhook-timestamp'],
    ]);
    expect(await told()).toEqual([]);
  });

  const unlisted = ['claims/unlisted', 'claims/', '../login.php', 'claims%2Fsettle%2F..%2Fopen', 'CLAIMS'];

  it.each(unlisted)('nothing is passed on that is not listed: %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
    expect(service.received).toEqual([]);
  });

  it('W3 N5 D9 nothing is passed on without a session, its own user and the right', async () => {
    const viewer = await api.as('viewer');
    const refusals = [
      await ask('claims', { as: api.session(operator.email, 'none') }),
      await ask('claims', { as: viewer }),
      await ask('claims/close'),
      await ask('claims', { body: { user: 'somebody@example.com' } }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([401, 403, 403, 403]);
    expect(service.received).toEqual([]);
    expect((await told()).every((row) => row.startsWith('refused'))).toBe(true);
    expect((await ask('claims/close', { as: await api.as('admin') })).status).toBe(200);
  });

  it('A5 a change is in the audit before it is passed on, and how it went after', async () => {
    service.state.reply = (response) => void told().then((rows) => json(200, rows)(response));
    const passedOn = 'success Passed on to the service of mf-warranty.';
    expect((await ask('claims/settle')).answer).toMatchObject({ answer: [passedOn] });
    expect(await told()).toEqual([passedOn, 'success The service has done it.']);
  });

  it('D2 the same change is passed on once, and answered again; with another body it is refused', async () => {
    const transactionId = newTransactionId();
    const first = await ask('claims/settle', { transactionId });
    expect(await ask('claims/settle', { transactionId })).toEqual(first);
    expect((await ask('claims/settle', { transactionId, body: { note: 'wet' } })).status).toBe(409);
    expect(service.received).toHaveLength(1);
  });

  it.each<[string, Reply, string]>([
    ['no answer in time', () => undefined, 'no answer within 0.3 seconds'],
    ['a broken connection', (response) => void response.destroy(), 'the connection broke off'],
    ['a failure of its own', json(500, { message: 'no disk' }), 'it answered 500'],
    ['a redirect, which is not followed', json(302, {}), 'it answered 302'],
    ['no JSON', (response) => void response.end('<html>'), 'its answer is no JSON'],
    ['an answer too long', json(200, 'x'.repeat(300 * 1024)), 'the connection broke off'],
  ])('D12 a change with %s is not known to be done, and not passed on again', async (_what, reply, why) => {
    service.state.reply = reply;
    if (why.startsWith('no answer')) waits.answer = 300;
    const transactionId = newTransactionId();
    const unknown = `It is not known whether the service of mf-warranty did this: ${why}.`;
    const answer = failure(`${unknown} Look there before you send it again.`);
    expect(await ask('claims/settle', { transactionId })).toEqual({ status: 502, answer });
    const again = failure(expect.stringContaining('Nothing was sent now'));
    expect(await ask('claims/settle', { transactionId })).toMatchObject({ status: 200, answer: again });
    // A late request may not even have arrived.
    expect(service.received.length).toBeLessThan(2);
    expect(await told()).toContain('error It is not known whether the service did it.');
  });

  it('a read without an answer says so', async () => {
    service.state.reply = json(503, {});
    const message = 'The service of mf-warranty gave no answer (it answered 503). Please try again.';
    expect(await ask('claims')).toMatchObject({ status: 502, answer: { message } });
    expect(await told()).toEqual([]);
  });

  it('C7 what the service refuses is told in its words, which end no session', async () => {
    service.state.reply = json(409, { message: 'Authorization Failed' });
    const answer = failure('The service of mf-warranty refused this: Authorization Failed');
    expect(await ask('claims/settle')).toEqual({ status: 200, answer });
    expect(await told()).toContain('error The service refused it.');
  });

  it('a service that is away was surely sent nothing', async () => {
    const [port = 0] = await freePorts(1);
    listed.services = listing(`http://127.0.0.1:${port}`);
    const answer = failure(expect.stringContaining('nothing was sent'));
    expect(await ask('claims/settle')).toMatchObject({ status: 200, answer });
  });

  it('W7 a body beyond the limit is refused before it is read', async () => {
    const send = async (as: Session, kilobytes: number) =>
      (await ask('claims', { as, body: { note: 'x'.repeat(kilobytes * 1024) } })).status;
    expect([await send(operator, 300), await send(await api.as('viewer'), 20)]).toEqual([413, 403]);
    expect(service.received).toEqual([]);
  });

  it('without a list of services there is none', async () => {
    const bare = await startTestApi();
    const { statusCode } = await bare.server.inject({ method: 'POST', url: '/services/mf-warranty/claims' });
    expect(statusCode).toBe(404);
    await bare.close();
  });
});

describe('SERVICES_FILE', () => {
  const service = {
    url: 'https://warranty.example/console/',
    secret: SECRET,
    calls: [{ path: 'claims', permission: 'Warranty' }],
  };

  async function read(services: unknown) {
    const file = join(newFolder(), 'services.json');
    await writeFile(file, JSON.stringify(services), { mode: 0o600 });
    return readServices(file);
  }

  it('lists services by remote, each with its calls', async () => {
    const [[remote, listed] = []] = await read({ 'mf-warranty': service });
    expect(remote).toBe('mf-warranty');
    expect(listed).toEqual({ ...service, url: 'https://warranty.example/console' });
  });

  it.each([
    ['an address in plain http', { ...service, url: 'http://warranty.example' }, 'mf-warranty.url: must be an https'],
    ['a weak secret', { ...service, secret: 'whsec_hidden' }, 'mf-warranty.secret: '],
    ['a path that leads elsewhere', { ...service, calls: [{ path: '../x' }] }, 'mf-warranty.calls.0.path: '],
    ['a path twice', { ...service, calls: [{ path: 'x' }, { path: 'x' }] }, 'mf-warranty.calls: it lists a path twice'],
    ['a misspelt right', { ...service, calls: [{ path: 'x', permision: 'Reports' }] }, 'mf-warranty.calls.0.permision'],
    ['nobody', { ...service, calls: [{ path: 'x', roles: [] }] }, 'mf-warranty.calls.0.roles: '],
  ])('refuses %s, and repeats nothing of it', async (_what, wrong, problem) => {
    const refused = read({ 'mf-warranty': wrong });
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.not.toThrow('hidden');
  });
});
