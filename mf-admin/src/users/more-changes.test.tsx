import { screen, within } from '@testing-library/react';
import { type FakeHandlers, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { openDialog, openUsers, userRow, users, usersAnswer } from '../testing/open-users.tsx';

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

describe('changes of a user besides', () => {
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

  it('U5 is offered where mails reach people alone', async () => {
    await open({ getUsers: listed('') });
    await userRow('a@example.com');
    expect(screen.queryByRole('button', { name: 'Send an invitation' })).not.toBeInTheDocument();
  });

  it.each([
    [
      'U5',
      'b@example.org',
      'Invite again…',
      'Send an invitation',
      'inviteUser',
      { email: 'b@example.org', phone: '', permissions: [19] },
      /^The link that b@example\.org has counts no more/,
      'An invitation is on its way to b@example.org.',
    ],
    [
      'U6',
      'a@example.com',
      'Make USER…',
      'Make USER…',
      'changeRole',
      { email: 'a@example.com', role: 'USER' },
      /Every session of theirs ends at once/,
      'a@example.com is USER now.',
    ],
    [
      'U7',
      'a@example.com',
      'Delete…',
      'Delete the account',
      'closeAccount',
      { email: 'a@example.com' },
      /this cannot be undone/,
      'The account of a@example.com is deleted.',
    ],
    [
      'S15',
      'a@example.com',
      'Remove second factors…',
      'Remove second factors',
      'resetFactors',
      { email: 'a@example.com' },
      /^Make sure that you are speaking with a@example\.com in person/,
      'The second factors of a@example.com are removed.',
    ],
  ] as const)('%s %s: %s asks and does it', async (_id, email, choice, button, call, body, message, text) => {
    const { api, choose, user } = await open();
    const question = await choose(email, choice);
    expect(question.getByText(message)).toBeInTheDocument();
    expect(api.requestsOf(call)).toEqual([]);
    await user.click(question.getByRole('button', { name: button }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(api.requestsOf(call).map((request) => request.body)).toEqual([{ ...body, user: api.session.email }]);
  });

  it('U6 an admin is offered no roles', async () => {
    const { user } = await open({}, { session: { userlevel: 'ADMIN' } });
    await user.click(within(await userRow('a@example.com')).getByRole('button', { name: /^Manage/ }));
    await screen.findByRole('menuitem', { name: 'Delete…' });
    expect(screen.queryByRole('menuitem', { name: /^(Make|Remove second) / })).not.toBeInTheDocument();
  });

  it('U5 U6 U7 D1a an existing back end is offered none of it', async () => {
    await open({}, { config: { backend: 'legacy' } });
    const row = await userRow('a@example.com');
    expect(within(row).queryByRole('button', { name: /^Manage/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send an invitation' })).not.toBeInTheDocument();
  });

  it.each([
    ['logging out', /^LOGIN: Log out/, '', false],
    ['logging out under the hardened policy', /^LOGIN: Log out/, 'yes', true],
    ['disabling', /^Disable/, '', true],
  ])('K3 D0 %s says that keys are revoked where they are', async (_name, name, revokes, isSaid) => {
    const { user } = await open({ getUsers: () => ({ ...listed()(), logout_revokes_keys: revokes }) });
    await user.click(within(await userRow('a@example.com')).getByRole('button', { name }));
    const said = within(screen.getByRole('alertdialog')).queryByText(/API keys are revoked for good/);
    expect(said !== null).toBe(isSaid);
  });
});
