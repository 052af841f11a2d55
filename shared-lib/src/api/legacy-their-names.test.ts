import { calls, commandList, reports, type BackEndNames, type CallDefinition } from '../contract/index.ts';
import { parseConfig } from '../contract/server.ts';
import { createFakeApi, FakeReply } from '../testing/index.ts';
import { answers, fullBody, legacy } from './test-legacy-names.ts';

describe('D1a their names', () => {
  const theirs: Partial<BackEndNames> = {
    actions: Object.fromEntries(
      commandList.flatMap(({ variants }) => variants.map(({ action }) => [action, `THEIR_${action}`])),
    ),
    reports: Object.fromEntries(reports.map(({ report }) => [report, `their ${report}`])),
  };
  const actionCalls = [
    'lockNotification',
    'getImeiDetails',
    'adminLockNotification',
    'formattedDevice',
    'updateCommandOnServer',
  ] as const;

  it.each(actionCalls)('C9 D1a the action of %s is theirs', async (name) => {
    const api = legacy(theirs, { handlers: answers });
    const call: CallDefinition = calls[name];
    const body = fullBody(name, call);
    await api.client().call(call, body);
    expect(api.requests[0]?.body['action']).toBe(`THEIR_${String(body['action'])}`);
  });

  it('B16 D1a statusOf, messages and e-mails keep their words', async () => {
    const api = legacy({ actions: { lock: 'LOCK', notify: 'N' }, reports: { lock: 'r' } }, { handlers: answers });
    await api.client().call(calls.updateStatusOnServer, {
      lastimei: 'lock',
      fileName: 'lock',
      isComplete: 'complete',
      statusOf: 'lockfiles',
    });
    expect(api.requests[0]?.body).toEqual({
      lastimei: 'lock',
      fileName: 'lock',
      isComplete: 'complete',
      statusOf: 'lockfiles',
      user: api.session.email,
    });
  });

  it.each(reports.map(({ report }) => report))('D3 D1a the report %s is theirs', async (report) => {
    const api = legacy(theirs, { handlers: answers });
    await api.client().call(calls.downloadReports, {
      report,
      startdate: '2026-01-01',
      enddate: '2026-01-02',
      timezone: 'UTC',
      limit: 5,
      cursor: 'c',
    });
    expect(api.requests[0]?.body).toEqual({
      report: `their ${report}`,
      startdate: '2026-01-01',
      enddate: '2026-01-02',
      user: api.session.email,
    });
  });

  it('D1a an answer is never taken for a page of more', async () => {
    const api = legacy({}, { handlers: { downloadReports: () => ({ items: [], next: 'page 2', total: 'many' }) } });
    await expect(
      api.client().call(calls.downloadReports, { report: 'register', startdate: '2026-01-01', enddate: '2026-01-02' }),
    ).resolves.toMatchObject({ next: '', total: null });
  });

  it('W1 D1a a call goes to their path, sealed and opened as ever, and its errors name ours', async () => {
    const api = legacy(
      { calls: { 'devicedetails.php': 'v2/device/lookup.php' } },
      { handlers: { deviceDetails: () => ({ status: 'maybe', items: [] }) } },
    );
    await expect(api.client().call(calls.deviceDetails, { imei: '004999010640000' })).rejects.toMatchObject({
      kind: 'unreadable',
      callPath: 'devicedetails.php',
    });
    expect(api.requests.map(({ path, body }) => [path, body])).toEqual([
      ['v2/device/lookup.php', { imei: '004999010640000', user: api.session.email }],
    ]);
  });

  it.each([
    [{}, '/api/', '/api/files/lock/a%20b.csv'],
    [{ lock: 'uploads/locked devices' }, '/api/', '/api/uploads/locked%20devices/a%20b.csv'],
    [{ lock: '/uploads/lock' }, '/api/', '/uploads/lock/a%20b.csv'],
    [{ lock: '/uploads/lock/' }, 'https://legacy.example/php/api/', 'https://legacy.example/uploads/lock/a%20b.csv'],
    [{ unlock: 'elsewhere' }, 'https://legacy.example/php/', 'https://legacy.example/php/files/lock/a%20b.csv'],
  ])('R5 D3 D1a with the folders %j below %s an uploaded file is at %s', async (folders, apiBase, expected) => {
    const asked: string[] = [];
    const api = legacy({ folders }, { apiBase });
    const client = api.client({
      fetch: (url, init) => {
        asked.push(url);
        return api.fetch(url, init);
      },
    });
    api.use({ file: () => 'sno,imei1' });
    await client.download('files/lock/a b.csv').catch(() => undefined);
    expect(asked).toEqual([expected]);
  });
});

describe('D1a N5 their permissions', () => {
  const permissions = { 'Lock Device': 'LOCK', 'Unlock Device': 'LOCK', Reports: 'VIEW_REPORTS' };

  it('S9 a session holds ours; one of theirs may stand for several', async () => {
    const api = legacy(
      { permissions },
      { session: { permissions: [' LOCK ', 'VIEW_REPORTS', 'Device Details', 'theirs alone'] } },
    );
    const session = await api.client().call(calls.login, { email: 'a', password: 'b' });
    expect(session.permissions.map(({ permission_name }) => permission_name)).toEqual([
      'Lock Device',
      'Unlock Device',
      'Reports',
      'Device Details',
      'theirs alone',
    ]);
  });

  it('D1a the list of permissions keeps one entry for each id', async () => {
    const api = legacy(
      { permissions },
      {
        handlers: {
          getPermissions: () => ({
            permissions: [
              { id: '1', permission_name: 'LOCK' },
              { id: 2, permission_name: 'VIEW_REPORTS' },
            ],
          }),
        },
      },
    );
    await expect(api.client().call(calls.getPermissions, {})).resolves.toMatchObject({
      permissions: [
        { id: 1, permission_name: 'Lock Device, Unlock Device' },
        { id: 2, permission_name: 'Reports' },
      ],
    });
  });

  it('D2a a refusal names ours, so that the menu follows', async () => {
    const onForbidden = jest.fn();
    const api = legacy({ permissions });
    const text = 'You are not authorised to use this feature.Contact Your Admin for support';
    api.use({
      homeData: () =>
        new FakeReply(JSON.stringify({ status: 'error', message: text, permissions: ['VIEW_REPORTS'] }), 200),
    });
    await expect(api.client({ onForbidden }).call(calls.homeData, {})).rejects.toMatchObject({
      kind: 'forbidden',
      permissions: ['Reports'],
    });
    expect(onForbidden).toHaveBeenCalledWith(['Reports']);
  });

  it('D1a nothing is renamed for a back end that is ours', async () => {
    const api = createFakeApi({ session: { permissions: ['LOCK'] } });
    const session = await api
      .client({ names: parseConfig({ sharedKey: 'sixteen letters!', names: { permissions } }).names })
      .call(calls.login, { email: 'a', password: 'b' });
    expect(session.permissions).toEqual([{ permission_name: 'LOCK' }]);
  });
});
