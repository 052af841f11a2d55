import { calls, type CallDefinition } from '../contract/index.ts';
import { parseConfig } from '../contract/server.ts';
import { createEnvelopeCodec, type EnvelopeCodec } from '../crypto/index.ts';
import type { WireServer } from './test-server.ts';
import { failure, lock, plainReply, sharedKey, startWire, type Wire } from './test-wire.ts';

let wire: Wire;
beforeEach(async () => {
  wire = await startWire();
});
afterEach(() => wire.server.close());

describe('D1a a back end that knows only the specification', () => {
  let legacyCodec: EnvelopeCodec;
  beforeAll(async () => {
    legacyCodec = await createEnvelopeCodec({ codec: 'legacy-cryptojs', sharedKey });
  });
  const legacyClient = () => wire.client({ backend: 'legacy', codec: legacyCodec });
  const legacyReply =
    (value: unknown, status = 200, outside: object = {}): WireServer['answer'] =>
    async (request, response) => {
      const context = { direction: 'reply', method: request.method, path: request.path, transactionId: '' } as const;
      const { payload } = await legacyCodec.seal(value, context);
      response.writeHead(status).end(JSON.stringify({ payload, transactionId: 'of the server', ...outside }));
    };

  it('D1a sends no X-Transaction-Id and does not check the echoed id', async () => {
    wire.server.answer = legacyReply({
      STATUS: 'x',
      status: 'SUCCESS',
      message: null,
      total_device: '7',
      device_today: '1',
      deenroll: '0',
      more: true,
    });
    await expect(legacyClient().call(calls.homeData, {})).resolves.toMatchObject({
      status: 'success',
      message: '',
      total_device: 7,
    });
    expect(wire.server.requests[0]?.headers).not.toHaveProperty('x-transaction-id');
  });

  it('D1a opens requests that CryptoJS understands', async () => {
    wire.server.answer = legacyReply({ status: 'success', message: 'found' });
    await legacyClient().call(calls.getImeiDetails, { ...lock, filename: 'a.csv' });
    const sealed = JSON.parse(wire.server.requests[0]?.body ?? '');
    const opened = await legacyCodec.open(sealed, {
      direction: 'request',
      method: 'POST',
      path: '',
      transactionId: '',
    });
    expect(opened).toEqual({ ...lock, filename: 'a.csv', user: 'operator@example.com' });
  });

  it('D1a the stated status goes before the HTTP status', async () => {
    wire.server.answer = legacyReply({ status: 'success', message: 'found' }, 404);
    await expect(legacyClient().call(calls.lockNotification, lock)).resolves.toEqual({
      status: 'success',
      message: 'found',
    });
    wire.server.answer = legacyReply({ status: 'error', message: 'not found' }, 500);
    await expect(failure(legacyClient().call(calls.lockNotification, lock))).resolves.toMatchObject({
      kind: 'business',
      outcome: 'refused',
      message: 'not found',
    });
    wire.server.answer = plainReply('Fatal error', 500);
    await expect(failure(legacyClient().call(calls.lockNotification, lock))).resolves.toMatchObject({
      kind: 'server',
      outcome: 'unknown',
    });
  });

  it('C16 D1a what an existing back end calls a reason holds nothing back', async () => {
    wire.server.answer = legacyReply({ status: 'error', message: 'Refused', reason: 'approval' });
    await expect(failure(legacyClient().call(calls.lockNotification, lock))).resolves.toMatchObject({
      ...{ kind: 'business', message: 'Refused', reason: undefined },
    });
    expect(
      [calls.approvals, calls.decideApproval, calls.commandUse].filter((call) => legacyClient().offers(call)),
    ).toEqual([]);
  });

  it('D1a plain answers and fields outside the payload are read', async () => {
    wire.server.answer = plainReply({ status: 'error', message: 'Device not enrolled' });
    await expect(failure(legacyClient().call(calls.lockNotification, lock))).resolves.toMatchObject({
      kind: 'business',
      message: 'Device not enrolled',
    });
    wire.server.answer = legacyReply({ items: null }, 200, { status: 'success', message: 'none' });
    await expect(legacyClient().call(calls.deviceDetails, { imei: lock.imei })).resolves.toEqual({
      status: 'success',
      message: 'none',
      items: [],
    });
  });

  it('D1a a call beyond the specification that is mapped is read as strictly as our own server', async () => {
    const { names } = parseConfig({ sharedKey, names: { calls: { 'approvals.php': 'their/approvals.php' } } });
    const client = wire.client({ backend: 'legacy', codec: legacyCodec, names });
    wire.server.answer = legacyReply({ status: 'success', message: '', items: [] });
    await expect(client.call(calls.approvals, {})).resolves.toMatchObject({ items: [] });
    for (const untidy of [
      legacyReply({ status: 'ok', message: '', items: [] }),
      legacyReply({ status: 'success', message: '', items: { 0: {} } }),
      plainReply('Notice: x in a.php on line 3\n{"status":"success","message":"","items":[]}'),
    ]) {
      wire.server.answer = untidy;
      await expect(failure(client.call(calls.approvals, {}))).resolves.toMatchObject({ kind: 'unreadable' });
    }
  });

  it('K1 a bare list of keys is read', async () => {
    wire.server.answer = legacyReply([{ id: 4, key_name: 'ERP' }]);
    const call: CallDefinition = calls.viewKeys;
    await expect(legacyClient().call(call, {})).resolves.toMatchObject({
      status: 'success',
      items: [{ id: '4', key_name: 'ERP' }],
    });
  });
});
