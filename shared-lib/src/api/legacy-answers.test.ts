import { type BodyOf, type CallDefinition, calls, reports } from '../contract/index.ts';
import { failure } from './test-wire.ts';
import { clientOf, fullBody, imei } from './test-legacy.ts';

describe('D1a S9 N5 permissions in every form', () => {
  const signedIn = { status: 'success', token: 't', email: 'a@example.com', expiry: '2099-01-01 00:00:00' };
  const names = (answer: { readonly permissions: readonly { readonly permission_name: string }[] }) =>
    answer.permissions.map(({ permission_name }) => permission_name);

  it.each([
    [[{ permission_name: 'Reports' }, { permission_name: 'Lock Device' }]],
    [['Reports', 'Lock Device']],
    ['Reports,Lock Device'],
    [' Reports , Lock Device ,'],
    [{ 0: 'Reports', 1: 'Lock Device' }],
    [{ 3: { permission_name: 'Reports' }, 7: { permission_name: 'Lock Device' } }],
    [[null, 'Reports', 'Lock Device']],
  ])('of a session: %j', async (permissions) => {
    expect(names(await asked(calls.login, { ...signedIn, permissions }))).toEqual(['Reports', 'Lock Device']);
  });

  it.each([[null], [''], [false], [[]], [{}], [undefined]])('of a session without any: %j', async (permissions) => {
    expect(names(await asked(calls.login, { ...signedIn, permissions }))).toEqual([]);
  });

  it.each([[5], [true], [[7]], [[{ name: 'Reports' }]], ['["Reports","Lock Device"]']])(
    '%j is none, and the error names call and field',
    async (permissions) => {
      expect(await problem(asked(calls.login, { ...signedIn, permissions }))).toMatch(
        /^login\.php: the answer could not be read \(permissions/,
      );
    },
  );

  it('U2 of the list: names without ids cannot be given to anybody, and are an error', async () => {
    await expect(
      asked(calls.getPermissions, { permissions: { 4: { id: '3', permission_name: 'Reports' } } }),
    ).resolves.toMatchObject({ permissions: [{ id: 3, permission_name: 'Reports' }] });
    for (const permissions of ['Reports,Lock Device', ['Reports'], { 1: 'Reports' }]) {
      expect(await problem(asked(calls.getPermissions, { status: 'success', permissions }))).toMatch(
        /^getPermissions\.php: the answer could not be read \(permissions\.0\.id: /,
      );
    }
  });

  it('U1 of a user: names and ids in lists are shown as the specification has them', async () => {
    const row = { id: 1, email: 'a@example.com', permissions: ['Reports', 'Lock Device'], permissions_id: [3, '7'] };
    const objects = {
      ...row,
      permissions: [{ permission_name: 'Reports' }, { permission_name: 'Lock Device' }],
      permissions_id: '3,7',
    };
    await expect(asked(calls.getUsers, { items: [row, objects] })).resolves.toMatchObject({
      items: [
        { permissions: 'Reports, Lock Device', permissions_id: '3, 7' },
        { permissions: 'Reports, Lock Device', permissions_id: '3,7' },
      ],
    });
  });
});

describe('D1a S9 S10 logins of other versions', () => {
  const answer = {
    status: true,
    message: 'Login successful',
    token: 't',
    email: 'a@example.com',
    expiry: '2099-01-01 00:00:00',
  };

  it.each([
    [{}],
    [{ loggedin: null }],
    [{ loggedin: '' }],
    [{ loggedin: true }],
    [{ loggedin: 1 }],
    [{ loggedin: 'LoginValidated' }],
    [{ status: undefined }],
  ])('with %j it is complete', async (more) => {
    await expect(asked(calls.login, { ...answer, ...more })).resolves.toMatchObject({
      status: 'success',
      token: 't',
      loggedin: 'loginValidated',
    });
  });

  it.each([
    [{ loggedin: false }],
    [{ loggedin: 0 }],
    [{ loggedin: 'pending' }],
    [{ token: '' }],
    [{ token: null }],
    [{ token: false }],
  ])('with %j it is not', async (more) => {
    const login = await asked(calls.login, { ...answer, ...more });
    expect(login.loggedin === 'loginValidated' && login.token !== '').toBe(false);
  });

  it('S7 words without status and token refuse it', async () => {
    await expect(failure(asked(calls.login, { message: 'Wrong e-mail or password' }))).resolves.toMatchObject({
      kind: 'business',
      message: 'Wrong e-mail or password',
    });
  });

  it('what is false is none, and text is text', async () => {
    await expect(
      asked(calls.login, { ...answer, retailer_phone: false, clientof: null, id: 12 }),
    ).resolves.toMatchObject({ retailer_phone: '', clientof: '', id: '12' });
  });
});

describe('D1a lists', () => {
  it('numbers and booleans in rows are read as the contract has them', async () => {
    await expect(
      asked(calls.deviceDetails, { items: [{ imei1: imei, registrationstatus: true, imei2: false, appversion: 1.5 }] }),
    ).resolves.toMatchObject({
      items: [{ registrationstatus: 'true', imei2: 'false', appversion: '1.5' }],
    });
    await expect(
      asked(calls.getAppVersionDevices, { items: [{ appversion: null, devices: ' 12 ' }] }),
    ).resolves.toMatchObject({ items: [{ appversion: '', devices: 12 }] });
    expect(await problem(asked(calls.getAppVersionDevices, { items: [{ devices: false }] }))).toContain(
      'items.0.devices',
    );
  });

  it('K1 a bare list is that of a call with one; a bare [] is no keys, and nothing elsewhere', async () => {
    await expect(asked(calls.deviceDetails, [{ imei1: imei }])).resolves.toMatchObject({
      items: [{ imei1: imei }],
    });
    await expect(asked(calls.viewKeys, [{ id: 1, key_name: 'k' }])).resolves.toMatchObject({ items: [{ id: '1' }] });
    await expect(asked(calls.viewKeys, [])).resolves.toMatchObject({ items: [] });
    await expect(failure(asked(calls.deviceDetails, []))).resolves.toMatchObject({ kind: 'unreadable' });
    await expect(failure(asked(calls.auditReportByImei, [{ imei1: imei }]))).resolves.toMatchObject({
      kind: 'unreadable',
    });
  });

  const dates = { startdate: '2026-01-01', enddate: '2026-01-02' };
  it.each(reports.map(({ report, kind }) => [report, kind] as const))(
    'R3 R4 R5 the report %s may do without executed commands when it lists none',
    async (report, kind) => {
      const answer = asked(calls.downloadReports, { status: 'success', items: [] }, { report, ...dates });
      if (kind === 'commands') expect(await problem(answer)).toContain('commanditems: it is missing');
      else await expect(answer).resolves.toMatchObject({ items: [], commanditems: [] });
      expect(
        await problem(asked(calls.downloadReports, { status: 'success', commanditems: [] }, { report, ...dates })),
      ).toContain('items: it is missing');
    },
  );

  it('A2 an audit without one of its lists names it; with null for all of them it is empty', async () => {
    const lists = { registration: null, release: '', commands: false, deenroll: [] };
    await expect(asked(calls.auditReportByImei, lists)).resolves.toMatchObject({
      registration: [],
      release: [],
      commands: [],
      deenroll: [],
    });
    for (const name of Object.keys(lists)) {
      const left = Object.fromEntries(Object.entries(lists).filter(([field]) => field !== name));
      expect(await problem(asked(calls.auditReportByImei, left))).toBe(
        `auditReportByImei.php: the answer could not be read (${name}: it is missing); try again.`,
      );
    }
  });

  it.each([
    ['No records found', true],
    ['No data available.', true],
    ['No device data found!', true],
    ['Records found', false],
    ['', false],
    ['Nothing', false],
    ['No license found for this panel of yours', false],
  ])('a missing list beside %j is empty: %s', async (message, isEmpty) => {
    const answer = asked(calls.deviceDetails, { status: 'success', message });
    if (isEmpty) await expect(answer).resolves.toMatchObject({ items: [], message });
    else
      expect(await problem(answer)).toContain('devicedetails.php: the answer could not be read (items: it is missing)');
  });

  it('a list that is wrapped twice is found', async () => {
    await expect(
      asked(calls.deviceDetails, { success: true, data: { data: [{ imei1: imei }], total: 1 } }),
    ).resolves.toMatchObject({ items: [{ imei1: imei }] });
    await expect(
      asked(calls.deviceDetails, { success: true, data: { items: { 1: { imei1: imei } } } }),
    ).resolves.toMatchObject({ items: [{ imei1: imei }] });
  });

  it('H1 figures under data are read, missing ones are named', async () => {
    await expect(
      asked(calls.homeData, { data: { total_device: '3', device_today: 2, deenroll: 1 } }),
    ).resolves.toMatchObject({ total_device: 3 });
    expect(await problem(asked(calls.homeData, { total_device: 3, device_today: null, deenroll: 1 }))).toContain(
      'homeData.php: the answer could not be read (device_today: ',
    );
  });
});

describe('D1a what went wrong is said in words', () => {
  const locked = (answer: unknown) => problem(asked(calls.lockNotification, answer));
  const why = (text: string) =>
    `locknotification.php: the answer could not be read (${text}); check whether it was done, then try again.`;

  it.each([
    [{ status: 'maybe', message: 'x' }, 'its status is "maybe"'],
    [{ status: 'success', error: 'No' }, 'it says success and error at once'],
    ['{"status":"error"}{"status":"success"}', 'it says "{"status":"error"}{"status":"success"}"'],
    ['{"status":"success"}{"status":"success"}', 'not JSON but text/html'],
    [{}, 'it does not say how it went'],
    ['', 'it is empty'],
    ['Queued', 'not JSON but text/html'],
    [JSON.stringify(JSON.stringify({ status: 'success', token: 't' })), 'it is text'],
    ['Error: no database', 'it says "Error: no database"'],
    ['<b>Fatal error</b>: Out of memory in a.php', 'PHP stopped: "Fatal error : Out of memory in a.php"'],
    [{ message: 'Unable to reach the phone' }, 'it has no status and says "Unable to reach the phone"'],
  ])('%j', async (answer, text) => {
    expect(await locked(answer)).toBe(why(text));
  });

  it('what is nested without end is read as far as it matters', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(await locked(`{"errors":${deep},"message":"No"}`)).toBe('No');
    expect(await locked(`{"status":${deep}}`)).toBe(why('its status is no word'));
    expect(await locked(deep)).toBe(why('it is a list'));
    await expect(
      asked(calls.getUsers, `{"items":[{"id":1,"email":"a","permissions":${deep}}]}`),
    ).resolves.toMatchObject({ items: [{ permissions: '' }] });
  });

  it('a page after an answer, and the scripts in it, are no answers', async () => {
    const script = '<script>var a = {}, b = {"status":"error"};</script>';
    await expect(
      asked(calls.lockNotification, `{"status":"success","message":"Done"}\n${script}`),
    ).resolves.toMatchObject({ message: 'Done' });
    expect(
      await locked(
        `<br /><b>Notice</b>: x in a.php on line 3<html><body>${script.replace('error', 'success')}</body></html>`,
      ),
    ).toBe(why('not JSON but text/html'));
  });

  it('a refusal without words says so, and one with an object of messages says them', async () => {
    expect(await locked({ success: false })).toBe(
      'locknotification.php: the server refused this without saying why; try again, or ask your admin.',
    );
    expect(await locked({ errors: { imei: ['IMEI is not enrolled'] } })).toBe('IMEI is not enrolled');
  });

  it('C16 what an existing back end calls a reason holds nothing back', async () => {
    const refused = { status: 'error', message: 'Refused', reason: 'approval' };
    const error = await failure(asked(calls.lockNotification, refused));
    expect([error.kind, error.message, error.reason]).toEqual(['business', 'Refused', undefined]);
  });

  it('a success says nothing of an error, whatever words come with it', async () => {
    await expect(asked(calls.lockNotification, { success: 'Lock initiated  successfully.' })).resolves.toEqual({
      status: 'success',
      message: 'Lock initiated  successfully.',
    });
    await expect(asked(calls.addUser, { status: 200, message: ['Saved', 'Mail sent'] })).resolves.toEqual({
      status: 'success',
      message: 'Saved Mail sent',
    });
  });
});

/** Makes a call that is answered with this, as PHP answers: in the open, and called a page. */
function asked<C extends CallDefinition>(call: C, answer: unknown, body: object = fullBody(call)) {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return clientOf({ status: 200, text }).call(call, body as BodyOf<C>);
}

/** What the error of such a call says. */
const problem = async (promise: Promise<unknown>): Promise<string> => (await failure(promise)).message;
