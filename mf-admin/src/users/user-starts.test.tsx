import { screen, within } from '@testing-library/react';
import { openDialog, openUsers, usersAnswer, users } from '../testing/open-users.tsx';

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

describe('adding a user quickly', () => {
  it('U2 D19 a role, a name without its domain and a suggested password are enough, and Enter sends them', async () => {
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
  });

  it('U2 D20 a role of which the server has nothing is not offered', async () => {
    const { dialog } = await openAdd({ getPermissions: getPermissions(listed.slice(3, 4)) });
    const group = within(dialog.getByRole('group', { name: 'Start with' }));
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reporting']);
  });

  it('U2 copies the permissions of a user who has some that can be given', async () => {
    const more = [
      { ...users[0], id: 7, email: 'half@example.com', permissions_id: '11,77' },
      { ...users[0], id: 8, email: 'boss@example.com', userlevel: 'ADMIN', permissions_id: '11' },
    ];
    const { chosen, dialog, user } = await openAdd({ getUsers: usersAnswer([...users, ...more]) });
    const from = dialog.getByRole('combobox', { name: 'Copy from a user' });
    const offered = within(from).getAllByRole('option', { hidden: false });
    expect(offered.map(({ textContent }) => textContent)).toEqual(['a@example.com', 'half@example.com']);
    await user.selectOptions(from, 'a@example.com');
    expect(chosen()).toEqual(['Reports', 'Audit Report']);
    expect(from).toHaveDisplayValue('a@example.com');
    await user.selectOptions(from, 'half@example.com');
    expect(chosen()).toEqual(['Lock Device']);
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
