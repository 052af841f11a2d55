import { screen, within } from '@testing-library/react';
import { FakeFailure, FakeNetworkFailure } from '@device-console/shared-lib/testing';
import { FETCH_FAILED, openUsers, userRow, users, usersAnswer } from '../testing/open-users.tsx';
import { userColumns } from './user-columns.tsx';

const rows = async (): Promise<readonly (readonly (string | null)[])[]> => {
  const table = await screen.findByRole('table', { name: 'Users' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ children }) => [...children].slice(0, 5).map(({ textContent }) => textContent));
};

describe('User Management', () => {
  it('U1 D1a lists everybody with phone, permissions and both states, whatever types the server sends', async () => {
    const { api } = await openUsers();
    await expect(rows()).resolves.toEqual([
      ['a@example.com', '5550100123', 'Reports, Audit Report', 'LOGINOnline', 'ACTIVE'],
      ['b@example.org', '', 'No Permission', 'LOGOUTOffline', 'INACTIVE'],
      ['c@example.net', '', 'No Permission', '', ''],
    ]);
    expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET getUsers.php']);
  });

  it('U1 has the columns of the specification in their order', async () => {
    await openUsers();
    const headers = within(await screen.findByRole('table'))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(headers).toEqual(['Email', 'Phone', 'Permission', 'Login Status', 'User Status', 'Actions']);
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
      ...['Look up and report', 'App Version, Audit Report, Reports'],
      ...['Lock and block', 'Lock Device'],
      ...['Others', 'Geofence'],
    ]);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it.each(['ADMIN', 'superadmin'])('U1 N5 %s has All, whatever is given', async (userlevel) => {
    const { user } = await openUsers({ getUsers: usersAnswer([{ ...users[1], userlevel }]) });
    const row = within(await userRow('b@example.org'));
    expect(row.queryByText('No Permission')).not.toBeInTheDocument();
    await user.click(row.getByRole('button', { name: 'All' }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Admins may open every screen');
  });

  it('U1 D1a a state that is not known is shown as it is', async () => {
    await openUsers({ getUsers: usersAnswer([{ ...users[0], loginstatus: 'IDLE', userstatus: 'ON HOLD' }]) });
    const row = await userRow('a@example.com');
    expect(row).toHaveTextContent('IDLE');
    expect(row).toHaveTextContent('ON HOLD');
    expect(within(row).queryByRole('button', { name: /Log out/ })).not.toBeInTheDocument();
  });

  it('U4 the filter finds who is online or offline, as the list says it and as the server does', async () => {
    const { user } = await openUsers();
    await rows();
    const emails = async (text: string) => {
      await user.clear(screen.getByRole('searchbox'));
      await user.type(screen.getByRole('searchbox'), text);
      return (await rows()).map(([email]) => email);
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

  it("U1 a failure has the specification's words, and Retry recovers", async () => {
    const { api, user } = await openUsers({
      getUsers: () => {
        throw new FakeNetworkFailure('gone');
      },
    });
    expect(await screen.findByText(FETCH_FAILED)).toBeInTheDocument();
    api.use({ getUsers: usersAnswer() });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expect(rows()).resolves.toHaveLength(3);
    expect(screen.queryByText(FETCH_FAILED)).not.toBeInTheDocument();
  });

  it('U1 a failed refresh keeps what is shown', async () => {
    const { api, user } = await openUsers();
    await rows();
    api.use({
      getUsers: () => {
        throw new FakeFailure({ httpStatus: 500, message: 'down' });
      },
    });
    await user.click(screen.getByRole('button', { name: /^Refresh/ }));
    expect(await screen.findByText(FETCH_FAILED)).toBeInTheDocument();
    await expect(rows()).resolves.toHaveLength(3);
  });

  it("U1 a refusal has the same words first, then the server's", async () => {
    await openUsers({
      getUsers: () => {
        throw new FakeFailure({ message: 'Users are being migrated.' });
      },
    });
    expect((await screen.findByRole('alert')).textContent).toBe(`${FETCH_FAILED}Users are being migrated.Retry`);
  });

  it('U1 D1a a null list is empty', async () => {
    await openUsers({ getUsers: usersAnswer(null) });
    expect(await screen.findByText('No results found')).toBeInTheDocument();
  });

  it.each([
    ['/userManagement', '/keyManagement'],
    ['/superadmin/userManagement', '/superadmin/keyManagement'],
  ])('K1 N3 %s leads to %s', async (address, keys) => {
    await openUsers({}, { address });
    expect(screen.getByRole('link', { name: 'Key Management' })).toHaveAttribute('href', keys);
  });
});
