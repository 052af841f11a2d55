import { screen, within } from '@testing-library/react';
import { FakeFailure, FakeNetworkFailure, renderScreen, type FakeHandlers } from '@device-console/shared-lib/testing';
import { Screen } from './users-screen.tsx';

const FAILURE = 'Cannot fetch the data now, please try again.';
const users = [
  { id: 1, email: 'a@example.com', phone: 5550100123, permissions: 'Reports, Audit Report', permissions_id: '19,21', loginstatus: 'LOGIN', userstatus: 'ACTIVE' },
  { id: 2, email: 'b@example.org', phone: null, permissions: null, permissions_id: null, loginstatus: 'LOGOUT', userstatus: 'INACTIVE' },
  { id: '3', email: 'c@example.net', permissions: '' },
];

const open = (handlers: FakeHandlers) => renderScreen(Screen, { address: '/userManagement', handlers });
const answer = (items: typeof users | null) => () => ({ status: 'success', message: '', items });
const rows = async (): Promise<readonly (readonly (string | null)[])[]> => {
  const table = await screen.findByRole('table', { name: 'Users' });
  return within(table).getAllByRole('row').slice(1).map(({ children }) => [...children].slice(0, 5).map(({ textContent }) => textContent));
};

describe('User Management', () => {
  it('U1 D1a lists everybody with phone, permissions and both states, whatever types the server sends', async () => {
    const { api } = await open({ getUsers: answer(users) });
    await expect(rows()).resolves.toEqual([
      ['a@example.com', '5550100123', 'Reports, Audit Report', 'LOGIN', 'ACTIVE'],
      ['b@example.org', '', 'No Permission', 'LOGOUT', 'INACTIVE'],
      ['c@example.net', '', 'No Permission', '', ''],
    ]);
    expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toContain('GET getUsers.php');
  });

  it('U1 has the columns of the seeds in their order', async () => {
    await open({ getUsers: answer(users) });
    const headers = within(await screen.findByRole('table')).getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers.slice(0, 5)).toEqual(['Email', 'Phone', 'Permission', 'Login Status', 'User Status']);
  });

  it('U1 a failure has the seeds\' words, and Retry recovers', async () => {
    const fail = (): never => {
      throw new FakeNetworkFailure('gone');
    };
    const { api, user } = await open({ getUsers: fail });
    expect(await screen.findByText(FAILURE)).toBeInTheDocument();
    api.use({ getUsers: answer(users) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expect(rows()).resolves.toHaveLength(3);
    expect(screen.queryByText(FAILURE)).not.toBeInTheDocument();
  });

  it('U1 a failed refresh keeps what is shown', async () => {
    const { api, user } = await open({ getUsers: answer(users) });
    await rows();
    api.use({ getUsers: () => { throw new FakeFailure({ httpStatus: 500, message: 'down' }); } });
    await user.click(screen.getByRole('button', { name: /^Refresh/ }));
    expect(await screen.findByText(FAILURE)).toBeInTheDocument();
    await expect(rows()).resolves.toHaveLength(3);
  });

  it('C7 a refusal is told in the server\'s words', async () => {
    await open({ getUsers: () => { throw new FakeFailure({ message: 'Users are being migrated.' }); } });
    expect(await screen.findByText('Users are being migrated.')).toBeInTheDocument();
  });

  it('U1 D1a a null list is empty', async () => {
    await open({ getUsers: answer(null) });
    expect(await screen.findByText('No results found')).toBeInTheDocument();
  });
});
