import * as v from 'valibot';
import { calls, copyCall, listsOf, type CallDefinition, type CallName } from '../index.ts';
import { copyCalls } from '../server.ts';

const names = Object.keys(calls) as CallName[];

/** Method and path of the calls of the specification (W1); those beyond are POST, by their names, but for one. */
const table: Readonly<Partial<Record<CallName, string>>> = {
  login: 'POST login.php',
  forgotPassword: 'POST forgotPassword.php',
  resetPassword: 'POST reset_password.php',
  logout: 'POST logout.php',
  homeData: 'GET homeData.php',
  deviceDetails: 'POST devicedetails.php',
  getImeiDetails: 'POST getimeidetails.php',
  lockNotification: 'POST locknotification.php',
  adminLockNotification: 'POST adminlocknotification.php',
  formattedDevice: 'POST formattedDevice.php',
  updateCommandOnServer: 'PUT updateCommandOnServer.php',
  updateStatusOnServer: 'POST updateStatusOnServer.php',
  downloadReports: 'POST downloadReports.php',
  auditReportByImei: 'POST auditReportByImei.php',
  getAppVersionDevices: 'POST getAppVersionDevices.php',
  getUsers: 'GET getUsers.php',
  getPermissions: 'GET getPermissions.php',
  addUser: 'POST addUser.php',
  updateUser: 'POST updateUser.php',
  updateUserStatus: 'POST updateUserStatus.php',
  updateLoginStatus: 'POST updateLoginStatus.php',
  viewKeys: 'GET keymanagement/view_keys.php',
  generateKey: 'POST generate_key.php',
  updateKeyStatus: 'POST keymanagement/update_key_status.php',
  revokeKeys: 'POST keymanagement/revoke_keys.php',
};

const imei = '004999010640000';
const takes = (call: CallName, body: unknown): boolean => v.safeParse(calls[call].body, body).success;

describe('the calls', () => {
  it.each(names)('W1 %s has method and path of the specification', (name) => {
    expect(`${calls[name].method} ${calls[name].path}`).toBe(table[name] ?? `POST ${name}.php`);
  });

  it('W2 only login goes plain, GETs have no body, everything else is sealed', () => {
    const by = (request: string) => names.filter((name) => calls[name].request === request);
    expect(by('plain')).toEqual(['login']);
    expect(by('none')).toEqual(['homeData', 'getUsers', 'getPermissions', 'viewKeys']);
    expect(by('sealed')).toHaveLength(names.length - 5);
    expect(names.every((name) => calls[name].reply === 'sealed')).toBe(true);
  });

  it('W3 U5 S17 S21 only login, the password reset, an invitation and single sign-on go without a token', () => {
    const open = [
      'login',
      'forgotPassword',
      'resetPassword',
      'beginSignIn',
      'signInByCode',
      'acceptInvitation',
      'loginFactor',
    ];
    expect(names.filter((name) => calls[name].auth === 'none')).toEqual(open);
    expect(names.filter((name) => calls[name].access === 'anyone')).toEqual(open);
  });

  it('W2 B5 a copy is multipart with a plain reply', () => {
    expect(copyCall('bulkLockCopy.php')).toMatchObject({
      method: 'POST',
      path: 'bulkLockCopy.php',
      auth: 'token',
      request: 'multipart',
      reply: 'plain',
      access: 'command',
      once: true,
    });
  });

  it('D2 D2c what does something to a device is done once', () => {
    expect(names.filter((name) => calls[name].once && calls[name].once !== 'change')).toEqual([
      'getImeiDetails',
      'lockNotification',
      'adminLockNotification',
      'formattedDevice',
      'batchItems',
    ]);
    expect(names.filter((name) => calls[name].once === 'items')).toEqual(['batchItems']);
  });

  it('D2 what changes people, keys, sessions or the queue is done once', () => {
    expect(names.filter((name) => calls[name].once === 'change').toSorted()).toEqual([
      'addUser',
      'beginPreview',
      'changePassword',
      'changeRole',
      'closeAccount',
      'confirmPasskey',
      'confirmTotp',
      'containAccount',
      'decideApproval',
      'endPreview',
      'endSessions',
      'generateKey',
      'inviteUser',
      'liftCommandPause',
      'operationsDecide',
      'operationsDispatch',
      'removeFactor',
      'renewRecoveryCodes',
      'resetFactors',
      'revokeKeys',
      'sendPasswordLink',
      'updateKeyStatus',
      'updateLoginStatus',
      'updateUser',
      'updateUserStatus',
    ]);
  });

  it('D9 users and keys are for ADMIN and SUPERADMIN, device actions for SUPERADMIN', () => {
    const admins = [
      'getUsers',
      'getPermissions',
      'addUser',
      'updateUser',
      'updateUserStatus',
      'updateLoginStatus',
      'viewKeys',
      'generateKey',
      'updateKeyStatus',
      'revokeKeys',
      'inviteUser',
      'sendPasswordLink',
      'closeAccount',
    ] as const;
    for (const name of admins) expect(calls[name].access).toEqual({ roles: ['ADMIN', 'SUPERADMIN'] });
    expect(calls.adminLockNotification.access).toEqual({ roles: ['SUPERADMIN'] });
    expect([calls.deviceDetails.access, calls.auditReportByImei.access]).toEqual([
      { permission: 'Device Details' },
      { permission: 'Audit Report' },
    ]);
  });

  it.each([
    ['lockNotification', { imei, action: 'lock' }, true],
    ['lockNotification', { imei: '4999010640000', action: 'lock' }, false],
    ['lockNotification', { imei: Number(imei), action: 'lock' }, false],
    ['adminLockNotification', { imei: 'ALL', action: 'REBOOT' }, true],
    ['lockNotification', { imei: 'ALL', action: 'lock' }, false],
    ['formattedDevice', { imei, action: 'formatteddevice' }, true],
    ['formattedDevice', { imei, action: 'release' }, false],
    ['auditReportByImei', { imei1: imei }, true],
    ['auditReportByImei', { imei }, false],
    ['downloadReports', { report: 'register', startdate: '2026-01-31', enddate: '2026-02-01' }, true],
    ['downloadReports', { report: 'register', startdate: '31/01/2026', enddate: '01/02/2026' }, false],
    ['updateStatusOnServer', { lastimei: imei, fileName: 'a.csv', isComplete: 'maybe', statusOf: 'lockfiles' }, false],
    ['updateUserStatus', { email: 'a@example.com', status: 'active' }, false],
    ['updateKeyStatus', { keyId: '1', status: 'active' }, true],
  ] as const)('W1 C1 %s with %j: %s', (name, body, expected) => {
    expect(takes(name, body)).toBe(expected);
  });

  const specified = names.filter((name) => (calls[name] as CallDefinition).beyond !== true);

  it('D1b every call of the specification says which fields of its reply are shown; of eight none are', () => {
    const entries = [...specified.map((name): CallDefinition => calls[name]), ...copyCalls.map(({ call }) => call)];
    expect(entries.filter(({ specifiedReply }) => specifiedReply === undefined)).toEqual([]);
    expect(
      entries
        .filter(({ specifiedReply }) => specifiedReply?.length === 0)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      'adminlocknotification.php',
      'keymanagement/update_key_status.php',
      'logout.php',
      'reset_password.php',
      'updateCommandOnServer.php',
      'updateLoginStatus.php',
      'updateStatusOnServer.php',
      'updateUserStatus.php',
    ]);
  });

  it('D1a D1b the lists of its answers are known with their rows; all are shown but the permissions of login', () => {
    const lists = specified.flatMap((name) => {
      const fields = [...listsOf(calls[name].answer).keys()];
      const { specifiedReply = [] }: CallDefinition = calls[name];
      return fields.length === 0 ? [] : [[name, fields, fields.filter((field) => !specifiedReply.includes(field))]];
    });
    expect(lists).toEqual([
      ['login', ['permissions'], ['permissions']],
      ['deviceDetails', ['items'], []],
      ['getAppVersionDevices', ['items'], []],
      ['downloadReports', ['items', 'commanditems'], []],
      ['auditReportByImei', ['registration', 'release', 'commands', 'deenroll'], []],
      ['getUsers', ['items'], []],
      ['getPermissions', ['permissions'], []],
      ['viewKeys', ['items'], []],
    ]);
    expect(listsOf(calls.getAppVersionDevices.answer).get('items')).toEqual(['appversion', 'devices']);
    expect(listsOf(calls.viewKeys.answer).get('items')).toEqual(expect.arrayContaining(['id', 'key_name', 'status']));
  });
});
