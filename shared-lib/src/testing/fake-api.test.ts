import { calls } from '../contract/index.ts';
import { createFakeApi } from './index.ts';

const lock = { imei: '004402123456789', action: 'lock' };

describe('the fake API at the wire', () => {
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

  it('answers a mistake of a handler as a server does, and names it', async () => {
    const api = createFakeApi();
    api.use({
      homeData: () => {
        throw new RangeError('a mistake');
      },
    });
    await expect(api.client().call(calls.homeData, {})).rejects.toMatchObject({
      kind: 'server',
      message: 'The handler of homeData.php threw: RangeError: a mistake',
    });
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
