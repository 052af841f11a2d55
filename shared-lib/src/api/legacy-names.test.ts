import { calls, type CallDefinition, type CallName } from '../contract/index.ts';
import { copyCalls } from '../contract/server.ts';
import { createFakeApi, FakeReply } from '../testing/index.ts';
import { answers, fullBody, legacy, uuid } from './test-legacy-names.ts';

/**
 * The fields of the specification's tables, `user` included where it is said (W1, W4, D1a); `client` is the flag of
 * /superadmin/login.
 */
const specified: Partial<Record<CallName | 'copy', string>> = {
  login: 'email password client',
  homeData: '',
  deviceDetails: 'imei',
  getImeiDetails: 'imei action filename message template',
  lockNotification: 'imei action message caseType clientof retailerNumber',
  formattedDevice: 'imei action',
  updateCommandOnServer: 'imeilist action',
  updateStatusOnServer: 'lastimei fileName isComplete statusOf',
  copy: 'file level',
  logout: '',
  downloadReports: 'report startdate enddate match',
  getUsers: '',
  getPermissions: '',
  updateUserStatus: 'email status',
  addUser: 'email phone password permissions',
  updateUser: 'id email phone permissions',
  updateLoginStatus: 'email',
  forgotPassword: 'email',
  resetPassword: 'token newPassword',
  viewKeys: '',
  generateKey: 'key_name user_id',
  updateKeyStatus: 'keyId status',
  auditReportByImei: 'imei1',
  adminLockNotification: 'imei action',
  getAppVersionDevices: '',
};

const fieldsOf = (body: Readonly<Record<string, unknown>>) =>
  Object.keys(body)
    .filter((field) => field !== 'user')
    .sort();

describe('D1a what a back end that knows only the specification is sent', () => {
  const inSpecification = (Object.keys(specified) as (CallName | 'copy')[]).filter((name) => name !== 'copy');

  it('W1 D1a the table has every call of the contract but those beyond the specification', () => {
    const others = (Object.entries(calls) as [CallName, CallDefinition][]).filter(([, { beyond }]) => beyond !== true);
    expect(others.map(([name]) => name).toSorted()).toEqual(inSpecification.toSorted());
  });

  it.each(inSpecification)(
    'W1 W4 D1a %s: every field of the specification and no other, no transaction id in a header',
    async (name) => {
      const api = legacy({}, { handlers: answers });
      const call: CallDefinition = calls[name];
      const body = fullBody(name, call);
      // Answers of figures do not fit this one; what was asked is looked at here.
      await api
        .client()
        .call(call, body)
        .catch((error: unknown) => expect(error).toMatchObject({ kind: 'unreadable' }));
      const [request] = api.requests;
      expect(fieldsOf(request?.body ?? {})).toEqual(
        (specified[name] ?? '')
          .split(' ')
          .filter((field) => field !== '')
          .sort(),
      );
      expect(request?.path).toBe(call.path);
      expect(request?.headers).not.toHaveProperty('x-transaction-id');
      expect('user' in (request?.body ?? {})).toBe(call.auth === 'token' && call.request !== 'none');
    },
  );

  it.each(copyCalls.filter(({ call }) => call.beyond !== true).map(({ call }) => call.path))(
    'B5 B15 D1a %s: file, user and level alone',
    async (path) => {
      const api = legacy(
        {},
        {
          handlers: { copy: () => new FakeReply(JSON.stringify({ status: 'Success', message: '', file: { id: 3 } })) },
        },
      );
      const call = copyCalls.find((copy) => copy.call.path === path)?.call;
      if (!call) throw new Error(path);
      const content = new Blob(['sno,imei1']);
      await expect(
        api.client().upload(call, { name: 'a.csv', content }, { level: 'default', batchId: uuid }),
      ).resolves.toEqual({ status: 'success', message: '', file: '' });
      expect(fieldsOf(api.requests[0]?.body ?? {})).toEqual(['file', 'level']);
      expect(api.requests[0]?.headers).not.toHaveProperty('x-transaction-id');
    },
  );

  it('D6 D17 calls beyond the specification are not offered until config.json names their paths', async () => {
    const copy = copyCalls.find(({ command }) => command.id === 'deviceAction')?.call;
    if (!copy) throw new Error('Device Action has no copy call.');
    const api = legacy();
    const client = api.client();
    expect([client.offers(calls.batchRuns), client.offers(copy), client.offers(calls.lockNotification)]).toEqual([
      false,
      false,
      true,
    ]);
    await expect(client.call(calls.batchRuns, {})).rejects.toMatchObject({
      kind: 'invalid-request',
      outcome: 'not-sent',
      message: expect.stringContaining('names.calls'),
    });
    await expect(client.upload(copy, { name: 'a.csv', content: new Blob(['x']) }, {})).rejects.toMatchObject({
      outcome: 'not-sent',
    });
    expect(api.requests).toEqual([]);

    const named = legacy(
      { calls: { 'batchRuns.php': 'more/runs.php', 'bulkDeviceActionCopy.php': 'copies/action.php' } },
      { handlers: answers },
    );
    expect([named.client().offers(calls.batchRuns), named.client().offers(copy)]).toEqual([true, true]);
    await named.client().call(calls.batchRuns, {});
    expect(named.requests.map(({ path }) => path)).toEqual(['more/runs.php']);
  });

  it('D1a a call beyond the specification that is mapped is read as strictly as our own server', async () => {
    const api = legacy({ calls: { 'approvals.php': 'their/approvals.php' } });
    const ask = (reply: unknown) => {
      const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
      api.use({ approvals: () => new FakeReply(text) });
      return api.client().call(calls.approvals, {});
    };
    const answer = { status: 'success', message: '', items: [] };
    await expect(ask(answer)).resolves.toMatchObject({ items: [] });
    for (const untidy of [
      { ...answer, status: 'ok' },
      { ...answer, items: { 0: {} } },
      `Notice: x in a.php on line 3\n${JSON.stringify(answer)}`,
    ])
      await expect(ask(untidy)).rejects.toMatchObject({ kind: 'unreadable' });
  });

  it('D1a a form can ask which fields are known', () => {
    const client = legacy().client();
    expect([
      client.offers(calls.adminLockNotification, 'reason'),
      client.offers(calls.adminLockNotification, 'imei'),
    ]).toEqual([false, true]);
    expect(createFakeApi().client().offers(calls.adminLockNotification, 'reason')).toBe(true);
  });
});
