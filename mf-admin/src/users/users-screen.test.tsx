import { screen, waitFor, within } from '@testing-library/react';
import {
  FakeFailure,
  FakeNetworkFailure,
  rowsOf,
  type FakeHandlers,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import type { PutBack } from '@device-console/shared-lib/contract';
import { FETCH_FAILED, openUsers, userRow, users, usersAnswer } from '../testing/open-users.tsx';
import { userColumns } from './user-columns.tsx';

describe('the list of users', () => {
  const rows = async () => rowsOf(await screen.findByRole('table', { name: 'Users' }));

  describe('User Management', () => {
    it('U1 D1a lists everybody with phone, permissions and both states, whatever types the server sends', async () => {
      const { api } = await openUsers();
      await expect(rows()).resolves.toEqual([
        expect.stringMatching(/^a@example\.com \| 5550100123 \| Reports, Audit Report \| LOGINOnline \| ACTIVE \| /),
        expect.stringMatching(/^b@example\.org \| {2}\| No Permission \| LOGOUTOffline \| INACTIVE \| /),
        expect.stringMatching(/^c@example\.net \| {2}\| No Permission \| {2}\| {2}\| /),
      ]);
      expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET getUsers.php']);
    });

    it('U1 the hover view lists every permission in groups, by keyboard too, and Escape closes it', async () => {
      const names = ['Reports', 'App Version', 'Geofence', 'Audit Report', 'Lock Device'];
      const { user } = await openUsers({ getUsers: usersAnswer([{ ...users[0], permissions: names.join(', ') }]) });
      const opener = within(await userRow('a@example.com')).getByRole('button', { name: 'Reports and 4 more' });
      await user.click(opener);
      const shown = [...(await screen.findByRole('tooltip')).querySelectorAll('span span')].map(
        ({ textContent }) => textContent,
      );
      expect(shown).toEqual([
        'Look up and report',
        'App Version, Audit Report, Reports',
        'Lock and block',
        'Lock Device',
        'Others',
        'Geofence',
      ]);
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    });

    it('U1 N5 an admin has All, whatever is given; a state that is not known is shown as it is (D1a)', async () => {
      const odd = { ...users[0], loginstatus: 'IDLE', userstatus: 'ON HOLD', userlevel: 'superadmin' };
      const { user } = await openUsers({ getUsers: usersAnswer([odd, { ...users[1], userlevel: 'ADMIN' }]) });
      for (const email of ['a@example.com', 'b@example.org'])
        expect(within(await userRow(email)).getByRole('button', { name: 'All' })).toBeInTheDocument();
      const row = within(await userRow('b@example.org'));
      expect(row.queryByText('No Permission')).not.toBeInTheDocument();
      await user.click(row.getByRole('button', { name: 'All' }));
      expect(await screen.findByRole('tooltip')).toHaveTextContent('Admins may open every screen');
      const unknown = await userRow('a@example.com');
      expect(unknown).toHaveTextContent('IDLE');
      expect(unknown).toHaveTextContent('ON HOLD');
      expect(within(unknown).queryByRole('button', { name: /Log out/ })).not.toBeInTheDocument();
    });

    it('U4 the filter finds who is online or offline, as the list says it and as the server does', async () => {
      const { user } = await openUsers();
      await rows();
      const emails = async (text: string) => {
        await user.clear(screen.getByRole('searchbox'));
        await user.type(screen.getByRole('searchbox'), text);
        return (await rows()).map((row) => row.split(' | ')[0]);
      };
      await expect(emails('online')).resolves.toEqual(['a@example.com']);
      await expect(emails('offline')).resolves.toEqual(['b@example.org']);
      await expect(emails('LOGOUT')).resolves.toEqual(['b@example.org']);
    });

    it('U1 D23 gives up no column: all are those of the specification', () => {
      const ignore = (): void => undefined;
      const requests = { onEdit: ignore, onLogOut: ignore, onToggle: ignore, moreOf: () => [], onMore: ignore };
      const columns = userColumns({ ownEmail: '', ...requests });
      const names = ['Email', 'Phone', 'Permission', 'Login Status', 'User Status', 'Actions'];
      expect(columns.map(({ header, priority }) => [header, priority])).toEqual(names.map((name) => [name, undefined]));
    });

    it("U1 D1a a failure has the specification's words, a refusal the server's too; Retry recovers", async () => {
      const { api, user } = await openUsers({
        getUsers: () => new FakeNetworkFailure('gone'),
      });
      const retry = () => user.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByText(FETCH_FAILED)).toBeInTheDocument();
      api.use({
        getUsers: () => new FakeFailure({ message: 'Users are being migrated.' }),
      });
      await retry();
      await screen.findByText('Users are being migrated.');
      expect(screen.getByRole('alert').textContent).toBe(`${FETCH_FAILED}Users are being migrated.Retry`);
      api.use({ getUsers: usersAnswer(null) });
      await retry();
      expect(await screen.findByText('No results found')).toBeInTheDocument();
      expect(screen.queryByText(FETCH_FAILED)).not.toBeInTheDocument();
    });

    it('K1 N3 leads to Key Management under its own prefix', async () => {
      await openUsers({}, { address: '/superadmin/userManagement' });
      const link = screen.getByRole('link', { name: 'Key Management' });
      expect(link).toHaveAttribute('href', '/superadmin/keyManagement');
    });
  });
});

describe('containing a user', () => {
  const others = users.slice(0, 1);
  const second = users[1];
  const answer = {
    status: 'success',
    message: 'a@example.com is contained.',
    since: '2026-11-23T04:00:00.000Z',
    sessions: 2,
    keys: 1,
    factors: 1,
    codes: 10,
    signOns: 0,
    logins: 1,
    links: 0,
    cancelled: 500,
    batches: 1,
    requests: 1,
    withdrawn: 0,
    sent: [
      { action: 'lock', count: 1200 },
      { action: 'release', count: 3 },
    ],
    changes: [
      { call: 'addUser.php', count: 1 },
      {
        call: 'updateUserStatus.php',
        count: 1,
        named: [
          {
            account: 'ram@example.com',
            what: 'INACTIVE',
            at: '',
            putBack: { call: 'updateUserStatus', email: 'ram@example.com', status: 'ACTIVE' } satisfies PutBack,
          },
        ],
      },
    ],
    accounts: [
      { email: 'new@example.com', contained: 'yes' },
      { email: 'old@example.com', contained: '' },
    ],
  };

  function open(more: FakeHandlers = {}, options: RenderScreenOptions = {}) {
    return openUsers({ containAccount: () => answer, ...more }, { session: { userlevel: 'SUPERADMIN' }, ...options });
  }

  async function ask(more: FakeHandlers = {}) {
    const rendered = await open(more);
    const { user } = rendered;
    await user.click(within(await userRow('a@example.com')).getByRole('button', { name: /^Manage/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Contain this account…' }));
    const question = within(await screen.findByRole('alertdialog'));
    const contain = async (): Promise<void> => {
      await user.click(question.getByLabelText(/^Reason/));
      await user.paste('Seen in a forum');
      await user.click(question.getByRole('button', { name: 'Contain' }));
    };
    return { ...rendered, question, contain };
  }

  describe('an account in the wrong hands', () => {
    it('S32 asks for a reason and since when, and sends both once', async () => {
      const { api, user, question } = await ask();
      expect(question.getByText(/only a superadmin can let the owner in again/)).toBeInTheDocument();
      const confirm = question.getByRole('button', { name: 'Contain' });
      expect(confirm).toBeDisabled();
      await user.click(question.getByLabelText(/^Reason/));
      await user.paste('Seen in a forum');
      const since = question.getByLabelText(/^Since when may somebody else/);
      await user.type(since, '2126-11-23T10:00');
      expect(question.getByText('This time is in the future.')).toBeInTheDocument();
      expect(confirm).toBeDisabled();
      await user.clear(since);
      await user.type(since, '2025-11-23T10:00');
      await user.click(confirm);
      await screen.findByRole('dialog', { name: 'a@example.com is contained' });
      expect(api.requestsOf('containAccount').map(({ body }) => body)).toEqual([
        {
          email: 'a@example.com',
          reason: 'Seen in a forum',
          made: true,
          user: api.session.email,
          since: new Date('2025-11-23T10:00').toISOString(),
        },
      ]);
    });

    it('S34 S35 says what was done, what phones may have got, what undoes it, and what the account made', async () => {
      const { api, user, question, contain } = await ask();
      await user.click(question.getByRole('checkbox'));
      await contain();
      const summary = within(await screen.findByRole('dialog'));
      const textOf = (name: string) => summary.getByRole('region', { name }).textContent;
      expect(textOf('What was done')).toBe(
        'What was doneSessions ended2API keys revoked1Second factors removed1Recovery codes removed10' +
          'Half-open logins ended1Commands cancelled500Batches held1Requests refused1',
      );
      expect(summary.getByText(/^Phones may have received 1,203 commands since /)).toBeInTheDocument();
      expect(textOf('What phones may have received')).toBe(
        'What phones may have receivedLock Device1,200, undone by Unlock DeviceRelease Device3, cannot be undone by ' +
          'a command',
      );
      expect(textOf('What the account changed')).toBe(
        'What the account changedAdd User1Enable or disable user1ram@example.com, INACTIVEEnable again',
      );
      await user.click(summary.getByRole('button', { name: 'Enable again: ram@example.com' }));
      expect(await summary.findByText('ram@example.com is enabled.')).toBeInTheDocument();
      expect(api.requestsOf('updateUserStatus').map(({ body }) => body)).toMatchObject([
        { email: 'ram@example.com', status: 'ACTIVE' },
      ]);
      expect(textOf('Accounts that it made')).toBe(
        'Accounts that it madenew@example.comContained with itold@example.comNot contained',
      );
      const link = summary.getByRole('link', { name: 'Open its actions in Operator Audit' });
      expect(link).toHaveAttribute('href', expect.stringMatching(/operatorAudit#.*account=a%40example\.com/));
      expect(api.requestsOf('containAccount')[0]?.body).toMatchObject({ made: false });
      await user.click(summary.getByRole('button', { name: 'Close' }));
      expect(await screen.findByText('a@example.com is contained.')).toBeInTheDocument();
      expect(api.requestsOf('getUsers')).toHaveLength(2);
    });

    it('S35 puts each change back by one press', async () => {
      const email = 'ram@example.com';
      const permissions = { id: '7', phone: '9876543210', permissions: [2, 3] };
      const cases: readonly (readonly [PutBack, string, object])[] = [
        [{ call: 'changeRole', email, role: 'USER' }, `Give the role USER again: ${email}`, { role: 'USER' }],
        [
          { call: 'updateUser', email, ...permissions, names: 'Lock Device, Unlock Device' },
          `Give the former permissions again: ${email}`,
          permissions,
        ],
        [
          { call: 'updateKeyStatus', keyId: '4', name: 'ERP', status: 'inactive' },
          'Deactivate again: ERP',
          { keyId: '4', status: 'inactive' },
        ],
        [
          { call: 'operationsDispatch', dispatch: 'running' },
          'Resume dispatch',
          { dispatch: 'running', reason: 'Put back after a@example.com was contained' },
        ],
      ];
      const named = cases.map(([putBack]) => ({ account: '', what: '', at: '', putBack }));
      const done = () => ({ status: 'success', message: '', items: [] });
      const { api, user, contain } = await ask({
        containAccount: () => ({ ...answer, changes: [{ call: 'changeRole.php', count: 4, named }] }),
        changeRole: done,
        updateUser: done,
        updateKeyStatus: done,
        operationsDispatch: done,
      });
      await contain();
      const summary = within(await screen.findByRole('dialog'));
      expect(summary.getByText('Before: Lock Device, Unlock Device')).toBeVisible();
      for (const [{ call }, name, body] of cases) {
        await user.click(summary.getByRole('button', { name }));
        await waitFor(() => expect(summary.queryByRole('button', { name })).not.toBeInTheDocument());
        expect(api.requestsOf(call).map((request) => request.body)).toMatchObject([body]);
      }
      expect(summary.getAllByText(/again\.$|is inactive\.$|is running\.$/)).toHaveLength(cases.length);
    });

    it('S32 shows why the server refuses', async () => {
      const { contain } = await ask({
        containAccount: () => new FakeFailure({ message: 'There is no such user. Please reload the page.' }),
      });
      await contain();
      expect(await screen.findByRole('alert')).toHaveTextContent('There is no such user. Please reload the page.');
    });

    it('S36 a contained account is shown as one, and is let in again after a question of its own', async () => {
      const contained = { ...second, contained: 'yes' };
      const { api, user } = await open({ getUsers: usersAnswer([...others, contained]) });
      const row = within(await userRow('b@example.org'));
      expect(row.getByText('Contained')).toBeInTheDocument();
      await user.click(row.getByRole('button', { name: 'Enable b@example.org' }));
      const question = within(screen.getByRole('alertdialog', { name: 'Let the owner in again?' }));
      await user.click(question.getByRole('button', { name: 'Let in again' }));
      expect(
        await screen.findByText(/^b@example\.org is enabled\. If its sending is still paused/),
      ).toBeInTheDocument();
      expect(api.requestsOf('updateUserStatus').map(({ body }) => body)).toEqual([
        { email: 'b@example.org', status: 'ACTIVE', user: api.session.email },
      ]);
    });

    it.each([
      ['an admin', { session: { userlevel: 'ADMIN' } }],
      ['an existing back end', { config: { backend: 'legacy' } }],
    ] as const)('S32 D1a %s is offered none of it', async (_who, options) => {
      const { user } = await open({}, options);
      const more = within(await userRow('a@example.com')).queryByRole('button', { name: /^Manage/ });
      if (more) await user.click(more);
      expect(screen.queryByRole('menuitem', { name: 'Contain this account…' })).not.toBeInTheDocument();
    });
  });
});
