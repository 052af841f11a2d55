import { calls } from '../contract/index.ts';
import { asked, problem } from './test-asked.ts';
import { failure } from './test-wire.ts';

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
