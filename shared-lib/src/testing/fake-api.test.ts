import { calls } from '../contract/index.ts';
import { createFakeApi, FakeFailure, FakeNetworkFailure, FakeReply } from './index.ts';

const lock = { imei: '004402123456789', action: 'lock' };

describe('the fake API at the wire', () => {
  it.each(['v1', 'legacy-cryptojs'] as const)(
    'opens the request, answers sealed and records both, with %s',
    async (codec) => {
      const api = createFakeApi({
        codec,
        handlers: { lockNotification: ({ imei }) => ({ status: 'success', message: `locked ${imei}` }) },
      });
      await expect(api.client().call(calls.lockNotification, lock)).resolves.toEqual({
        status: 'success',
        message: 'locked 004402123456789',
      });
      expect(api.requestsOf('lockNotification')).toEqual([
        {
          call: 'lockNotification',
          method: 'POST',
          path: 'locknotification.php',
          body: { ...lock, user: 'operator@example.com' },
          headers: expect.objectContaining({ 'x-api-key': api.session.token }),
          transactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      ]);
    },
  );

  it('refuses a wrong token and a foreign user, as the server does', async () => {
    const api = createFakeApi({ handlers: { lockNotification: () => ({ status: 'success' }) } });
    const as = (more: object) =>
      api.client({ session: () => ({ ...api.session, ...more }) }).call(calls.lockNotification, lock);
    await expect(as({ token: 'stolen' })).rejects.toMatchObject({ kind: 'authorization' });
    await expect(as({ email: 'other@example.com' })).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('revokeSession ends the session until the next login', async () => {
    const api = createFakeApi();
    api.revokeSession();
    await expect(api.client().call(calls.homeData, {})).rejects.toMatchObject({
      kind: 'authorization',
      httpStatus: 401,
    });
    await api.client().call(calls.login, { email: 'x', password: 'y' });
    await expect(api.client().call(calls.homeData, {})).resolves.toMatchObject({ status: 'success' });
  });

  it('plays every failure that the client knows', async () => {
    const api = createFakeApi();
    const homeData = (failure: Error) => {
      api.use({
        homeData: () => {
          throw failure;
        },
      });
      return api.client().call(calls.homeData, {});
    };
    await expect(homeData(new FakeFailure({ message: 'No data' }))).rejects.toMatchObject({
      kind: 'business',
      message: 'No data',
    });
    await expect(
      homeData(new FakeFailure({ httpStatus: 403, message: 'x', permissions: ['Reports'] })),
    ).rejects.toMatchObject({ permissions: ['Reports'] });
    await expect(
      homeData(new FakeFailure({ httpStatus: 429, message: 'x', headers: { 'Retry-After': '3' } })),
    ).rejects.toMatchObject({ retryAfterSeconds: 3 });
    await expect(homeData(new FakeNetworkFailure('gone'))).rejects.toMatchObject({ kind: 'network' });
    await expect(homeData(new RangeError('a mistake'))).rejects.toMatchObject({
      kind: 'server',
      message: 'The handler of homeData.php threw: RangeError: a mistake',
    });
    api.use({ homeData: () => new FakeReply('<html>', 502) });
    await expect(api.client().call(calls.homeData, {})).rejects.toMatchObject({ kind: 'server', httpStatus: 502 });
    api.use({ homeData: () => new Promise(() => undefined) });
    await expect(api.client().call(calls.homeData, {}, { timeoutMs: 20 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('a call without a handler says so, and a request under another key is 400', async () => {
    const api = createFakeApi();
    await expect(api.client().call(calls.getUsers, {})).rejects.toThrow(
      'The fake API has no handler for GET getUsers.php.',
    );
    const foreign = createFakeApi({ sharedKey: 'another shared key' });
    await expect(api.client({ codec: foreign.codec }).call(calls.logout, {})).rejects.toMatchObject({
      kind: 'invalid-request',
      httpStatus: 400,
    });
    expect(api.requestsOf('logout')).toHaveLength(0);
  });
});
