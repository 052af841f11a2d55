import { calls, limits } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { MINUTE } from '../time/clock.ts';
import { audited, ENROLLED, fresh, rawHead, rawRequest, type Session, startTestApi } from '../../testing/index.ts';
import { createServer } from './create-server.ts';

const list = `PUT /${calls.updateCommandOnServer.path}`;
const upload = 'POST /bulkLockCopy.php';
const ofList = { 'content-type': 'application/json', 'content-length': limits.listBodyBytes };
const ofForm = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': limits.batchFileBytes };

const api = fresh(() => startTestApi(undefined, { largeBodyWait: 20, floodAnswerMs: 1, logLevel: 'info' }));
let address: string;
beforeEach(async () => {
  address = await api.server.listen({ port: 0, host: '127.0.0.1' });
});

const statusOf = (head: string) => Number(head.split(' ')[1]);

async function refusalOf(line: string, headers: object): Promise<number> {
  const { head, socket } = await rawRequest(address, line, { ...headers, 'x-transaction-id': newTransactionId() });
  const status = statusOf(await head());
  socket.destroy();
  return status;
}

it('W3 who has no token, or one that opens nothing, is refused before a byte of list or upload is there', async () => {
  for (const token of [{}, { 'x-api-key': 'unknown' }]) {
    expect(await refusalOf(list, { ...ofList, ...token })).toBe(401);
    expect(await refusalOf(upload, { ...ofForm, ...token })).toBe(401);
  }
  expect(await refusalOf(list, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })).toBe(401);
});

it('D9 who has no permission is refused before a byte of the body is there, and the audit keeps it', async () => {
  const { token } = await api.as('viewer');
  expect(await refusalOf(list, { ...ofList, 'x-api-key': token })).toBe(403);
  expect(await refusalOf(upload, { ...ofForm, 'x-api-key': token })).toBe(403);
  const refused = await audited(api.store, { outcome: 'refused' });
  expect(refused.map(({ call }) => call)).toEqual([calls.updateCommandOnServer.path, 'bulkLockCopy.php']);
});

const begin = ({ token }: Session) => rawRequest(address, list, { ...ofList, 'x-api-key': token });

it('large bodies are in memory two at a time: who waits too long is told that nothing was done', async () => {
  const admin = await api.as('admin');
  const requests = [await begin(admin), await begin(admin), await begin(admin)];
  const head = await Promise.race(requests.map((request) => request.head()));
  expect(statusOf(head)).toBe(429);
  expect(head).toMatch(/^retry-after: 5$/im);
  for (const { socket } of requests) socket.destroy();
});

it('large bodies make room again for the next, whether they were answered or broken off', async () => {
  const admin = await api.as('admin');
  for (let round = 0; round < 3; round += 1)
    for (const { socket } of [await begin(admin), await begin(admin)]) socket.destroy();
  const imeilist = Array.from({ length: 30_000 }, () => '356938030000005').join(',');
  expect(await admin.ask('updateCommandOnServer', { imeilist, action: 'lock' })).toMatchObject({ status: 'success' });
});

const refused100 = [...Array.from({ length: 100 }, () => 401), ...Array.from({ length: 50 }, () => 429)];
async function floodOf(one: () => Promise<{ readonly status: number }>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < 150; count += 1) statuses.push((await one()).status);
  return statuses;
}
const guess = (from: string) => api.call('homeData', {}, { token: 'unknown', address: from });

it('refused tokens of one network are answered 429 after a hundred, without the database; others are not', async () => {
  const known = await api.as('admin');
  const here = { address: '198.51.100.7' };
  expect((await known.call('homeData', {}, here)).status).toBe(200);
  expect(await floodOf(() => guess(here.address))).toEqual(refused100);
  expect(await audited(api.store, { outcome: 'refused' })).toHaveLength(21);

  const { status, headers, answer } = await guess(here.address);
  expect([status, headers['retry-after'], answer['status']]).toEqual([429, '5', 'error']);
  expect((await known.call('homeData', {}, here)).status).toBe(200);
  expect((await guess('203.0.113.9')).status).toBe(401);
  expect(api.lines.filter((line) => line.includes('too many refused tokens from one network'))).toHaveLength(1);
  expect(api.lines.filter((line) => line.includes('"status":429'))).toEqual([]);
  api.clock.advance(MINUTE);
  expect((await guess(here.address)).status).toBe(401);
});

it('K1 forged keys are looked for nowhere, and lock out no key that was made here', async () => {
  const key = await (await api.as('admin')).newKey();
  const wire = { token: `${key.slice(0, -8)}AAAAAAAA`, address: '192.0.2.1' };
  const flood = () => floodOf(() => api.call('homeData', {}, wire));
  expect(await api.without('sessions', () => api.without('api_keys', flood))).toEqual(refused100);
  const [refused] = await audited(api.store, { outcome: 'refused' });
  expect(refused?.detail).toBe('{"message":"a forged token"}');
  const lock = { imei: ENROLLED[0], action: 'lock' };
  expect((await api.call('lockNotification', lock, { ...wire, token: key })).status).toBe(200);
});

it('what takes too long is answered 408 and closed: headers that do not end, and a body that drips', async () => {
  const server = createServer({ times: { headers: 100, request: 300 } });
  server.post('/', (request) => Promise.resolve(request.body));
  const slow = await server.listen({ port: 0, host: '127.0.0.1' });
  const body = await rawRequest(slow, 'POST /', { 'content-type': 'application/json', 'content-length': 100 });
  const head = await rawHead(slow, 'POST / HTTP/1.1\r\nhost: test\r\nx-dripping: ');
  body.write('{');
  for (const request of [body, head]) {
    expect(await request.head()).toMatch(/^HTTP\/1\.1 408 /);
    await request.closed();
  }
  await server.close();
});
