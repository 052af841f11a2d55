import { calls, commandById, copyCall, NOT_AUTHORISED } from '../contract/index.ts';
import { createFakeApi, type FakeApiOptions } from './index.ts';

const imei = '004402123456789';
const lockBatch = {
  lastimei: imei,
  fileName: 'a.csv',
  isComplete: 'complete',
  statusOf: commandById('lock').batch?.statusOf ?? '',
} as const;
const file = { name: 'a.csv', content: new Blob(['sno,imei1']) };

/** A fake API whose handlers accept every call, and the paths of the calls that it accepted. */
function fakeOf(session: FakeApiOptions['session']) {
  const taken: string[] = [];
  const take = (_body: object, { request }: { readonly request: { readonly path: string } }) => {
    taken.push(request.path);
    return { status: 'success', message: '' } as const;
  };
  const api = createFakeApi({
    session,
    handlers: {
      deviceDetails: () => ({ status: 'success', message: '', items: [] }),
      lockNotification: take,
      adminLockNotification: take,
      updateStatusOnServer: take,
      copy: take,
      file: () => 'sno',
    },
  });
  return { api, client: api.client(), taken };
}
const user = (...permissions: string[]) => ({ userlevel: 'USER', permissions });

describe('D2a D9 the fake API decides access as the real one does', () => {
  type Client = ReturnType<typeof fakeOf>['client'];
  const asked: [string, string, (client: Client) => Promise<unknown>][] = [
    ['a call with a permission', 'Device Details', (client) => client.call(calls.deviceDetails, { imei })],
    [
      'a command by its action',
      'Lock Device',
      (client) => client.call(calls.lockNotification, { imei, action: 'lock' }),
    ],
    [
      'the end of a batch by its statusOf',
      'Lock Device',
      (client) => client.call(calls.updateStatusOnServer, lockBatch),
    ],
    [
      'the copy of a batch by its path',
      'Lock Device',
      (client) => client.upload(copyCall('bulkLockCopy.php'), file, {}),
    ],
    ['a file of a report', 'Reports', (client) => client.download('files/lock/a.csv')],
  ];

  it.each(asked)('D9 %s is for those with its permission', async (_name, permission, ask) => {
    const allowed = fakeOf(user(permission));
    await expect(ask(allowed.client)).resolves.toBeDefined();
    const { client, taken } = fakeOf(user('Warranty'));
    await expect(ask(client)).rejects.toMatchObject({ kind: 'forbidden', httpStatus: 403, message: NOT_AUTHORISED });
    expect(taken).toEqual([]);
  });

  it('D2a the refusal carries the current permissions', async () => {
    const { client } = fakeOf(user('Warranty', 'Reports'));
    await expect(client.call(calls.deviceDetails, { imei })).rejects.toMatchObject({
      permissions: ['Warranty', 'Reports'],
    });
  });

  it('D9 the account that a test does not describe is an ADMIN, and refused what is for superadmins', async () => {
    const { api, client } = fakeOf({});
    expect(api.session).toMatchObject({ userlevel: 'ADMIN', permissions: [] });
    await expect(client.call(calls.deviceDetails, { imei })).resolves.toMatchObject({ items: [] });
    const reboot = { imei, action: 'REBOOT', reason: 'a test' };
    await expect(client.call(calls.adminLockNotification, reboot)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(
      fakeOf({ userlevel: 'superadmin' }).client.call(calls.adminLockNotification, reboot),
    ).resolves.toMatchObject({ status: 'success' });
  });

  it('D2a a command that none is, is a malformed request', async () => {
    const { client, taken } = fakeOf({});
    await expect(client.call(calls.lockNotification, { imei, action: 'nonsense' })).rejects.toMatchObject({
      kind: 'invalid-request',
      httpStatus: 400,
    });
    expect(taken).toEqual([]);
  });
});
