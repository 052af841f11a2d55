import { act, screen, waitFor, within } from '@testing-library/react';
import {
  FakeFailure,
  FakeNetworkFailure,
  type FakeHandlers,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { openUsers, userRow, users, usersAnswer, openDialog } from '../testing/open-users.tsx';

describe('changes of a user', () => {
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
    expect(within(await userRow('b@example.org')).queryByRole('button', { name: /log ?out/i })).toBeNull();
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

  it("U4 D22 nothing is sent if the question is left; a refusal is alerted in the server's words", async () => {
    const { api, user, question } = await ask('Disable a@example.com', {
      updateUserStatus: () => new FakeFailure({ message: 'There is no such user. Please reload the page.' }),
    });
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(api.requests.map(({ path }) => path)).toEqual(['getUsers.php']);
    await user.click(screen.getByRole('button', { name: 'Disable a@example.com' }));
    await user.click(screen.getByRole('button', { name: 'Disable' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('There is no such user. Please reload the page.');
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('U4 D12 a lost answer is said to be unknown, sent once, and the list is read again', async () => {
    const { api, user, question } = await ask(logOut, {
      updateLoginStatus: () => new FakeNetworkFailure('gone'),
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
});

describe('further changes', () => {
  const done = () => ({ status: 'success', message: 'done' });
  const [first, second] = users;
  const rows = [
    { ...first, userlevel: 'ADMIN', second_factor: 'yes' },
    { ...second, userlevel: 'USER', userstatus: 'ACTIVE', permissions_id: '19', invitation: 'open' },
  ];
  const listed =
    (invitations = 'yes') =>
    () => ({ ...usersAnswer(rows as typeof users)(), invitations });

  async function open(more: FakeHandlers = {}, options: RenderScreenOptions = {}) {
    const rendered = await openUsers(
      { getUsers: listed(), inviteUser: done, changeRole: done, closeAccount: done, resetFactors: done, ...more },
      { session: { userlevel: 'SUPERADMIN' }, ...options },
    );
    const choose = async (email: string, choice: string) => {
      await rendered.user.click(within(await userRow(email)).getByRole('button', { name: /^Manage/ }));
      await rendered.user.click(await screen.findByRole('menuitem', { name: choice }));
      return within(screen.getByRole('alertdialog'));
    };
    return { ...rendered, choose };
  }

  it('U5 invites somebody without a password', async () => {
    const { api, user } = await open();
    const dialog = await openDialog(user, 'Send an invitation');
    expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
    await user.click(dialog.getByLabelText('Email'));
    await user.paste('new@example.com');
    await user.click(dialog.getByLabelText('Phone'));
    await user.paste('9876543210');
    await user.click(dialog.getByRole('checkbox', { name: 'Reports' }));
    await user.click(dialog.getByRole('button', { name: /^Send an invitation/ }));
    expect(await screen.findByText('An invitation is on its way to new@example.com.')).toBeInTheDocument();
    expect(api.requestsOf('inviteUser').map(({ body }) => body)).toEqual([
      { email: 'new@example.com', phone: '9876543210', permissions: [19], user: api.session.email },
    ]);
  });

  it.each([
    ['where mails reach people alone', listed(''), {}],
    ['by no existing back end', listed(), { config: { backend: 'legacy' } }],
  ] as const)('U5 D1a is offered %s', async (_where, getUsers, options) => {
    await open({ getUsers }, options);
    await userRow('a@example.com');
    expect(screen.queryByRole('button', { name: 'Send an invitation' })).not.toBeInTheDocument();
  });

  it('U7 Manage offers them, asks and does what is chosen', async () => {
    const { api, choose, user } = await open();
    const question = await choose('a@example.com', 'Delete…');
    expect(api.requestsOf('closeAccount')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete the account' }));
    expect(await screen.findByText('The account of a@example.com is deleted.')).toBeInTheDocument();
    expect(api.requestsOf('closeAccount')).toHaveLength(1);
  });
});

describe('how a user starts', () => {
  const listed = [
    { id: 11, permission_name: 'Lock Device' },
    { id: 12, permission_name: 'Unlock Device' },
    { id: 15, permission_name: 'Device Details' },
    { id: 19, permission_name: 'Reports' },
    { id: 21, permission_name: 'Audit Report' },
  ];
  const getPermissions =
    (permissions = listed) =>
    () => ({ status: 'success' as const, message: '', permissions });

  const suggestedIn = (dialog: ReturnType<typeof within>): string =>
    (dialog.getByLabelText('Suggested password') as HTMLInputElement).value;

  async function openAdd(handlers: Parameters<typeof openUsers>[0] = {}) {
    const rendered = await openUsers({ getPermissions: getPermissions(), ...handlers });
    const dialog = await openDialog(rendered.user, 'Add User');
    const chosen = () =>
      dialog.queryAllByRole('checkbox', { checked: true }).map((box: HTMLElement) => box.closest('label')?.textContent);
    return { ...rendered, dialog, chosen };
  }

  it('U2 D19 a role, a name without its domain and a suggested password are enough', async () => {
    const { api, dialog, user } = await openAdd();
    expect(dialog.getByLabelText('Email')).toHaveFocus();
    await user.keyboard('asha{Tab}');
    expect(dialog.getByLabelText('Email')).toHaveValue('asha@example.com');
    expect(dialog.getByLabelText('Phone')).toHaveFocus();
    await user.keyboard('9876543210{Tab}{Tab}{Tab}');
    expect(dialog.getByRole('button', { name: 'Suggest a password' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(dialog.getByLabelText('Password')).toHaveFocus();
    const password = suggestedIn(dialog);
    expect(dialog.getByLabelText('Password')).toHaveValue(password);
    await user.click(dialog.getByRole('button', { name: 'Support' }));
    expect(dialog.getByLabelText('Password')).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: /^Add User/ }));
    expect(await screen.findByText('User Added successfully')).toBeInTheDocument();
    expect(api.requestsOf('addUser').map(({ body }) => body)).toEqual([
      {
        email: 'asha@example.com',
        phone: '9876543210',
        password,
        permissions: [12, 15, 21],
        user: api.session.email,
      },
    ]);
  });

  it('U2 D20 a role chooses what the server has of it, says so, and the boxes change it', async () => {
    const { chosen, dialog, user } = await openAdd();
    const collections = dialog.getByRole('button', { name: 'Collections' });
    await user.click(dialog.getByRole('checkbox', { name: 'Reports' }));
    await user.click(collections);
    expect(chosen()).toEqual(['Lock Device', 'Unlock Device', 'Device Details', 'Audit Report']);
    expect(collections).toHaveAttribute('aria-pressed', 'true');
    await user.click(dialog.getByRole('checkbox', { name: 'Lock Device' }));
    expect(collections).toHaveAttribute('aria-pressed', 'false');
    expect(dialog.getByRole('button', { name: 'Support' })).toHaveAttribute('aria-pressed', 'true');
    const from = dialog.getByRole('combobox', { name: 'Copy from a user' });
    await user.selectOptions(from, 'a@example.com');
    expect(chosen()).toEqual(['Reports', 'Audit Report']);
    expect(from).toHaveDisplayValue('a@example.com');
  });

  it('U3 somebody who is edited is not copied from', async () => {
    const rendered = await openUsers({ getPermissions: getPermissions() });
    const dialog = await openDialog(rendered.user, 'Edit a@example.com');
    expect(dialog.queryByRole('combobox', { name: 'Copy from a user' })).not.toBeInTheDocument();
  });

  it('U2 a suggested password is shown only as long as it stands in the field, and can be copied', async () => {
    const { dialog, user } = await openAdd();
    await user.click(dialog.getByRole('button', { name: 'Suggest a password' }));
    const password = suggestedIn(dialog);
    await user.click(dialog.getByRole('button', { name: 'Copy the suggested password' }));
    expect(await navigator.clipboard.readText()).toBe(password);
    expect(dialog.getByLabelText('Suggested password')).toHaveAccessibleDescription('Copied.');
    await user.type(dialog.getByLabelText('Password'), 'x');
    expect(dialog.queryByLabelText('Suggested password')).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Suggest a password' })).toBeInTheDocument();
  });
});
