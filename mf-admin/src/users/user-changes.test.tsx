import { act, screen, waitFor, within } from '@testing-library/react';
import { FakeFailure, FakeNetworkFailure } from '@device-console/shared-lib/testing';
import { openUsers, userRow, users, usersAnswer } from '../testing/open-users.tsx';

const first = { ...users[0] };
const second = { ...users[1] };
const logOut = 'LOGIN: Log out a@example.com';

async function ask(name: string, handlers: Parameters<typeof openUsers>[0] = {}) {
  const rendered = await openUsers(handlers);
  await userRow('a@example.com');
  await rendered.user.click(screen.getByRole('button', { name }));
  return { ...rendered, question: within(screen.getByRole('alertdialog')) };
}

const later = async (text: string) => expect(await screen.findByText(text)).toBeInTheDocument();

describe('changing a user', () => {
  it('U4 Log out beside LOGIN asks, ends the sessions, and the row is as the server then has it', async () => {
    const { api, user, question } = await ask(logOut);
    expect(question.getByText(/^Every session of a@example\.com ends at once/)).toBeInTheDocument();
    expect(api.requestsOf('updateLoginStatus')).toHaveLength(0);
    api.use({ getUsers: usersAnswer([{ ...first, loginstatus: 'LOGOUT' }, second]) });
    await user.click(question.getByRole('button', { name: 'Log out' }));
    await later('a@example.com is logged out.');
    expect(api.requestsOf('updateLoginStatus').map(({ body }) => body)).toEqual([
      { email: 'a@example.com', user: api.session.email },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: logOut })).not.toBeInTheDocument());
    expect(await userRow('a@example.com')).toHaveTextContent('LOGOUT');
  });

  it('U4 whoever works by keyboard stays in the row whose button went with the session', async () => {
    const { api, user } = await openUsers();
    await userRow('a@example.com');
    act(() => screen.getByRole('button', { name: logOut }).focus());
    await user.keyboard('{Enter}');
    api.use({ getUsers: usersAnswer([{ ...first, loginstatus: 'LOGOUT' }, second]) });
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: logOut })).not.toBeInTheDocument());
    const row = await userRow('a@example.com');
    await waitFor(() => expect(row).toContainElement(document.activeElement as HTMLElement));
  });

  it('U4 only beside LOGIN there is something to press', async () => {
    await openUsers();
    const row = within(await userRow('b@example.org'));
    expect(row.getByText('LOGOUT')).toBeInTheDocument();
    expect(row.queryByRole('button', { name: /log ?out/i })).not.toBeInTheDocument();
  });

  it.each([
    [
      'Disable a@example.com',
      'Disable',
      'INACTIVE',
      /^Every session of a@example\.com ends at once, and they cannot log in/,
      'a@example.com is disabled.',
      'a@example.com',
    ],
    [
      'Enable b@example.org',
      'Enable',
      'ACTIVE',
      /^b@example\.org can log in again/,
      'b@example.org is enabled.',
      'b@example.org',
    ],
  ])('U4 %s says what happens, and does it', async (name, confirm, status, message, done, email) => {
    const { api, user, question } = await ask(name);
    expect(question.getByText(message)).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: confirm }));
    await later(done);
    expect(api.requestsOf('updateUserStatus').map(({ body }) => body)).toEqual([
      { email, status, user: api.session.email },
    ]);
    expect(api.requestsOf('getUsers')).toHaveLength(2);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('U4 nothing is sent when the question is left', async () => {
    const { api, user, question } = await ask('Disable a@example.com');
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(api.requests.map(({ path }) => path)).toEqual(['getUsers.php']);
  });

  it("U4 D22 a refusal is alerted in the server's words, and can be put away", async () => {
    const { user, question } = await ask('Disable a@example.com', {
      updateUserStatus: () => {
        throw new FakeFailure({ message: 'There is no such user. Please reload the page.' });
      },
    });
    await user.click(question.getByRole('button', { name: 'Disable' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('There is no such user. Please reload the page.');
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('U4 D12 a lost answer is said to be unknown, sent once, and the list is read again', async () => {
    const { api, user, question } = await ask(logOut, {
      updateLoginStatus: () => {
        throw new FakeNetworkFailure('gone');
      },
    });
    await user.click(question.getByRole('button', { name: 'Log out' }));
    await later('The outcome is not known');
    expect(api.requestsOf('updateLoginStatus')).toHaveLength(1);
    await waitFor(() => expect(api.requestsOf('getUsers')).toHaveLength(2));
  });

  it('U4 nobody logs himself out or disables himself here, and the row says why', async () => {
    const own = { ...first, email: 'Operator@example.com' };
    const { user } = await openUsers({ getUsers: usersAnswer([own]) });
    const row = within(await userRow(own.email));
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Reports, Audit Report',
      'Edit',
      'Your account',
    ]);
    await user.click(row.getByRole('button', { name: 'Your account' }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'You cannot log yourself out or disable yourself here.',
    );
  });

  it('U4 the filter stays while the list is read again, and the focus is where it was', async () => {
    const { user } = await openUsers();
    await userRow('a@example.com');
    await user.type(screen.getByRole('searchbox'), 'inactive');
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Enable b@example.org' }));
    await user.click(screen.getByRole('button', { name: 'Enable' }));
    await later('b@example.org is enabled.');
    expect(screen.getAllByRole('rowheader')).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Enable b@example.org' })).toHaveFocus());
  });

  it('S8 an ended session leads to login', async () => {
    const { api, user, question, address } = await ask('Disable a@example.com');
    api.revokeSession();
    await user.click(question.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });
});
