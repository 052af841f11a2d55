import { calls } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { ENROLLED, failure, PASSWORD, people, rawHead, rawRequest, shared, startTestApi } from '../../testing/index.ts';

const api = shared(() => startTestApi(undefined, { logLevel: 'debug' }));
const admin = shared(() => api.as('admin'));
let address: string;
beforeAll(async () => {
  address = await api.server.listen({ port: 0, host: '127.0.0.1' });
});

const login = { email: people.admin.email, password: PASSWORD };

describe('a request that is not as a page sends it', () => {
  it('has one length: with two it is refused, and its connection closed', async () => {
    const both = 'POST /login.php HTTP/1.1\nHost: x\nContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n';
    const twice = 'POST /login.php HTTP/1.1\nHost: x\nContent-Length: 5\nContent-Length: 6\n\nabcde';
    for (const text of [both, twice]) {
      const { head, closed } = await rawHead(address, text.replaceAll('\n', '\r\n'));
      expect(await head()).toMatch(/^HTTP\/1\.1 400 /);
      await closed();
    }
  });

  const methods = ['TRACE', 'PATCH', 'DELETE', 'PROPFIND'];
  it.each(methods)('by %s does nothing and is not repeated to its sender', async (method) => {
    const { socket, head } = await rawRequest(address, `${method} /logout.php`, { 'x-api-key': admin.token });
    const answer = await head();
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain(admin.token);
    expect((await admin.call('homeData')).status).toBe(200);
  });

  it('W3 what a page of another origin could send unasked is no call: by its type, or without headers', async () => {
    const { method, path } = calls.lockNotification;
    const before = await api.commands();
    const transactionId = newTransactionId();
    const body = { user: admin.email, imei: ENROLLED[0], action: 'lock' };
    const payload = await api.codec.seal(body, { direction: 'request', method, path, transactionId });
    const send = (headers: Record<string, string>, text: string, url = `/${path}`) =>
      api.server.inject({ method: 'POST', url, headers, payload: text });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const sent = await send({ 'content-type': type, 'x-api-key': admin.token }, JSON.stringify(payload));
      expect([400, 415]).toContain(sent.statusCode);
    }
    const json = { 'content-type': 'application/json' };
    expect((await send(json, JSON.stringify(payload))).statusCode).toBe(401);
    const unnamed = await send(json, JSON.stringify(login), '/login.php');
    expect([unnamed.statusCode, unnamed.json()]).toEqual([400, failure(expect.stringContaining('X-Transaction-Id'))]);
    expect((await send({ 'content-type': 'text/plain' }, JSON.stringify(login), '/login.php')).statusCode).toBe(400);
    expect(await api.commands()).toEqual(before);
  });

  it('W3 with two tokens, or the token in its address, opens nothing', async () => {
    const ask = async (headers: Record<string, string | string[]>, url = '/homeData.php') =>
      (await api.server.inject({ url, headers: { 'x-transaction-id': newTransactionId(), ...headers } })).statusCode;
    expect(await ask({ 'x-api-key': [admin.token, 'another'] })).toBe(401);
    for (const path of ['homeData.php', 'files/lock/plain.csv'])
      expect(await ask({}, `/${path}?X-API-Key=${admin.token}&token=${admin.token}`)).toBe(401);
    expect(await ask({ 'x-api-key': admin.token }, '/homeData.php?user=another@example.com')).toBe(200);
  });

  function sendForm(payload: string | Buffer, type: string) {
    const headers = { 'content-type': type, 'x-api-key': admin.token, 'x-transaction-id': newTransactionId() };
    return api.server.inject({ method: 'POST', url: '/bulkLockCopy.php', payload, headers });
  }

  it('B5 names a field of its form twice: it is refused, and no file is kept', async () => {
    const form = new FormData();
    form.append('user', admin.email);
    form.append('user', people.operator.email);
    form.append('file', new Blob(['sno,imei1\n'], { type: 'text/csv' }), 'a.csv');
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const { statusCode, body } = await sendForm(Buffer.from(await encoded.arrayBuffer()), type);
    expect([statusCode, body]).toEqual([400, expect.stringContaining('names the field \\"user\\" twice')]);
    expect(await api.uploads()).toEqual([]);
  });

  const unreadable = /^The form (could not be read|has no file)/;
  it.each([
    ['', unreadable],
    ['v1', unreadable],
    ['--x\r\n', unreadable],
    ['--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nsno', unreadable],
    ['--x\r\nContent-Disposition: form-data; name="user"\r\n\r\na\r\n--x--\r\n', /^The form has no file;/],
  ])('B5 sends %j as a form: it is refused as one that cannot be read', async (payload, said) => {
    const { statusCode, body } = await sendForm(payload, 'multipart/form-data; boundary=x');
    expect([statusCode, JSON.parse(body)]).toEqual([400, failure(expect.stringMatching(said))]);
  });

  it('gives an object another prototype: neither that object nor any other has what stands there', async () => {
    const polluted = '"__proto__":{"polluted":true}';
    const constructed = '"constructor":{"prototype":{"polluted":true}}';
    const body = JSON.parse(`{"imei":"${ENROLLED[1]}","action":"lock",${polluted},${constructed}}`) as object;
    expect(await admin.ask('lockNotification', body)).toMatchObject({ status: 'success' });
    expect({}).not.toHaveProperty('polluted');
    const plain = `{"email":"${login.email}","password":"${PASSWORD}",${polluted}}`;
    const headers = { 'content-type': 'application/json', 'x-transaction-id': newTransactionId() };
    const refused = await api.server.inject({ method: 'POST', url: '/login.php', headers, payload: plain });
    expect(refused.statusCode).toBe(400);
  });
});

it('the answer to a failure within tells the number of the request alone; the log has the rest', async () => {
  const other = await startTestApi(undefined, { logLevel: 'error' });
  const session = await other.as('admin');
  const { status, headers, answer } = await other.without('device_totals', () => session.call('homeData'));
  const id = String(headers['x-request-id']);
  const message = `The server could not do this. Please try again; request ${id}.`;
  expect([status, answer]).toEqual([500, failure(message)]);
  const failed = other.lines.find((line) => line.includes('a request failed')) ?? '';
  expect(failed).toContain('no such table: device_totals');
  expect(failed).toContain(id);
  await other.close();
});

it('D17 the log has one line of JSON a request, with its moment and who asked, whatever a caller sends', async () => {
  api.lines.length = 0;
  const forged = encodeURIComponent('a.csv\n{"level":30,"msg":"forged"}\u2028\u001b[2K');
  await api.server.inject({ url: `/files/lock/${forged}`, headers: { 'x-api-key': admin.token } });
  const transactionId = newTransactionId();
  const { headers } = await admin.call('homeData', {}, { transactionId });
  await new Promise((done) => setImmediate(done));
  const read = api.lines.map((line) => {
    expect(line.indexOf('\n')).toBe(line.length - 1);
    return JSON.parse(line) as { time: number; msg: string; reason?: string; reqId?: string };
  });
  expect(read.map(({ msg }) => msg)).toEqual(['refused', 'request', 'request']);
  expect(read[0]?.reason).toContain('forged');
  const asked = { method: 'GET', route: '/homeData.php', status: 200, transactionId };
  expect(read[2]).toMatchObject({ ...asked, reqId: headers['x-request-id'], accountId: expect.any(Number) });
  for (const { time, reqId } of read) {
    expect(Math.abs(Date.now() - time)).toBeLessThan(60_000);
    expect(reqId).toMatch(/^[\da-f-]{36}$/);
  }
});
