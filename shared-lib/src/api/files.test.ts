import { copyCall } from '../contract/index.ts';
import { failure, plainReply, startWire } from './test-wire.ts';

const wire = startWire();

describe('B5 D3 files', () => {
  const file = { name: 'L1_imeis.csv', content: new Blob(['sno,imei1\n1,004402123456789\n'], { type: 'text/csv' }) };
  const batchId = '4a8de5f0-5c3e-4a52-9f0b-6d1c1f2e3a4b';

  it('B5 a copy goes as multipart with file, user, level and batchId, and answers in plain JSON', async () => {
    wire.answer = plainReply({ status: 'success', message: 'uploaded', file: 'srv-1.csv' });
    const answer = await wire.client().upload(copyCall('bulkGreyCopy.php'), file, { level: 'level1', batchId });
    expect(answer).toEqual({ status: 'success', message: 'uploaded', file: 'srv-1.csv' });
    const [request] = wire.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: 'bulkGreyCopy.php',
      headers: { 'x-api-key': 'token-1', 'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/) },
    });
    expect(request?.headers['x-transaction-id']).toMatch(/^[0-9a-f-]{36}$/);
    const form = await new Response(request?.body, {
      headers: { 'Content-Type': request?.headers['content-type'] ?? '' },
    }).formData();
    expect(Object.fromEntries([...form].filter(([name]) => name !== 'file'))).toEqual({
      user: 'operator@example.com',
      level: 'level1',
      batchId,
    });
    const sent = form.get('file');
    if (!sent || typeof sent === 'string') throw new Error('the file is missing');
    expect([sent.name, await sent.text()]).toEqual(['L1_imeis.csv', 'sno,imei1\n1,004402123456789\n']);
  });

  it("B13 a reply that is no success is the server's message", async () => {
    wire.answer = plainReply({ status: 'error', message: 'This file was uploaded already' });
    const error = await failure(wire.client().upload(copyCall('bulkLockCopy.php'), file, { batchId }));
    expect(error).toMatchObject({ kind: 'business', message: 'This file was uploaded already' });
  });

  it('D3 a download asks with the token in its header and encodes the names', async () => {
    wire.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' }).end('sno,imei1\n');
    };
    const blob = await wire.client().download('files/lock/März 100%.csv');
    expect(await blob.text()).toBe('sno,imei1\n');
    expect(wire.requests[0]).toMatchObject({
      method: 'GET',
      path: 'files/lock/M%C3%A4rz%20100%25.csv',
      headers: { 'x-api-key': 'token-1' },
    });
  });

  it.each([
    ['a slash', '2026/a.csv'],
    ['a way up', '../a.csv'],
    ['a backslash', '..\\..\\config.php'],
    ['a slash that is encoded', '..%2fa.csv'],
    ['a backslash that is encoded', '..%5Ca.csv'],
    ['dots that are encoded', '%2e%2E'],
    ['a dot alone', '.'],
    ['a line break', 'a\n.csv'],
    ['a zero', 'a\u0000.csv'],
    ['half a letter', 'a\ud800.csv'],
    ['nothing', ''],
  ])('D3 a file whose name is %s is not asked for', async (_what, file) => {
    for (const backend of ['reference', 'legacy'] as const) {
      const error = await failure(wire.client({ backend }).download(`files/lock/${file}`));
      expect(error).toMatchObject({ kind: 'invalid-request', outcome: 'not-sent' });
      expect(error.message).toContain('nothing was requested');
    }
    for (const path of [`files/${file}/a.csv`, file])
      await expect(failure(wire.client().download(path))).resolves.toMatchObject({ outcome: 'not-sent' });
    expect(wire.requests).toHaveLength(0);
  });

  it.each(['a b.csv', '..a..csv', '100%.csv', 'a%20b.csv', 'März?#&;.csv', '...', 'a:b.csv', '😀.csv'])(
    'D3 the file %j is asked for by its name',
    async (file) => {
      wire.answer = (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/csv' }).end('sno,imei1\n');
      };
      await wire.client().download(`files/lock/${file}`);
      expect(wire.requests[0]?.path.split('/').map(decodeURIComponent)).toEqual(['files', 'lock', file]);
    },
  );

  it('D3 a refused download is an error, not a file', async () => {
    wire.answer = wire.sealedReply({ status: 'error', message: 'Authorization Failed' }, 401);
    await expect(failure(wire.client().download('files/lock/a.csv'))).resolves.toMatchObject({ kind: 'authorization' });
    wire.answer = plainReply({ status: 'error', message: 'No such file' });
    await expect(failure(wire.client().download('files/lock/a.csv'))).resolves.toMatchObject({
      kind: 'business',
      message: 'No such file',
    });
    wire.answer = plainReply({ status: 'error', message: 'There is no uploaded file lock/a.csv.' }, 404);
    await expect(failure(wire.client().download('files/lock/a.csv'))).resolves.toMatchObject({
      kind: 'invalid-request',
      httpStatus: 404,
      message: 'There is no uploaded file lock/a.csv.',
    });
  });

  it.each([
    ['<h1>gone</h1>', 404],
    ['<!DOCTYPE html><title>Sign in</title>', 200],
    ['Sign in to this network <a href="/portal">here</a>', 200],
  ])('D3 W5 a page of a proxy is no file of this server: %s', async (page, status) => {
    wire.answer = plainReply(page, status, { 'Content-Type': 'text/html' });
    await expect(failure(wire.client().download('files/lock/a.csv'))).resolves.toMatchObject({
      kind: 'foreign',
      outcome: 'unknown',
      httpStatus: status,
    });
  });
});
