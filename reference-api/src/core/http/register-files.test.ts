import { once } from 'node:events';
import { connect } from 'node:net';
import { insertUpload } from '../store/uploads.ts';
import { audited, failure, fresh, startTestApi } from '../../testing/index.ts';

const api = fresh(() => startTestApi());
const operator = fresh(() => api.as('operator'));

const content = Buffer.from('\uFEFFsno,imei1\r\n1,356938030000005\r\nÜ\u001f\r\n');

function keep(file: string, oldFile = file, bytes = content) {
  const at = '2026-11-20T09:00:00.000Z';
  const kept = { account_id: 2, batch_id: null, created_at: at, updated_at: at };
  const names = { file, old_file: oldFile, report: 'lock', status_of: 'lockfiles' };
  return insertUpload(api.store.db, { ...kept, ...names, content: bytes });
}

const get = (url: string) => api.server.inject({ url, headers: { 'x-api-key': operator.token } });

const strange = ['two words – März (1).csv', "O'Brien's*.csv", '一月.csv', '50%.csv', 'a+b&c=d#e.csv', '😀.csv'];
it.each(['plain.csv', ...strange])("R5 sends %s byte for byte, under the operator's name", async (name) => {
  await keep(name);
  const sent = await get(`/files/lock/${encodeURIComponent(name).replaceAll('.', '%2E')}`);
  expect(sent.statusCode).toBe(200);
  expect(sent.rawPayload.equals(content)).toBe(true);
  const [, plainly = '', inFull = ''] =
    /^attachment; filename="([\w. -]+)"; filename\*=UTF-8''([\w.%~!-]+)$/.exec(
      String(sent.headers['content-disposition']),
    ) ?? [];
  expect([plainly.length > 0, decodeURIComponent(inFull)]).toEqual([true, name]);
});

it.each([
  ['März 2026.csv', 'M%C3%A4rz%202026.csv'],
  [`${'a'.repeat(195)}😀${'b'.repeat(60)}.csv`, `${'a'.repeat(195)}%F0%9F%98%80.csv`],
])("R5 D17 names the download of %s as the operator's own file, a long name shortened", async (name, named) => {
  const { answer } = await (await api.as('admin')).upload('bulkLockCopy.php', { name, content });
  const { headers } = await api.file(operator, 'lock', String(answer['file']));
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect(String(headers['content-disposition']).split("''")[1]).toBe(named);
});

it('R5 holds little of files in memory, however many are asked for and not read', async () => {
  const large = Buffer.alloc(8_000_000, 'sno,imei1\r\n');
  await keep('large.csv', 'large.csv', large);
  expect((await get('/files/lock/large.csv')).rawPayload.equals(large)).toBe(true);
  const { port } = new URL(await api.server.listen({ port: 0, host: '127.0.0.1' }));
  const before = process.memoryUsage().arrayBuffers;
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET /files/lock/large.csv HTTP/1.1\r\nHost: a\r\nX-API-Key: ${operator.token}\r\n\r\n`);
      await once(socket, 'readable');
      return socket;
    }),
  );
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80_000_000);
  for (const socket of sockets) socket.destroy();
});

it.each([
  '/files/release/plain.csv',
  '/files/lock/other.csv',
  '/files/nonsense/plain.csv',
  '/files/lock/..%2F..%2Fconsole.db',
  '/files/..%2Flock/plain.csv',
  '/files/lock/plain.csv%00',
  '/files/lock/',
  '/files/lock',
  '/files/lock/plain.csv/more',
])('R5 D3 answers 404 to %s', async (path) => {
  await keep('plain.csv');
  const { statusCode, body } = await get(path);
  expect([statusCode, JSON.parse(body)]).toEqual([404, failure(expect.stringMatching(/^There is no /))]);
});

it('D17 the audit keeps who downloaded which file, and who tried to', async () => {
  await keep('plain.csv', 'mine.csv');
  await get('/files/lock/plain.csv');
  await get('/files/lock/none.csv');
  const row = { email: operator.email, action: 'lock', outcome: 'success', address: '127.0.0.1' };
  expect(await audited(api.store, { call: 'files' })).toMatchObject([
    { ...row, said: { report: 'lock', file: 'plain.csv', message: 'downloaded' } },
    { ...row, said: { report: 'lock', file: 'none.csv', message: 'there is no such file' } },
  ]);
});
