import { screen, within } from '@testing-library/react';
import { renderScreen, type FakeHandlers, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { Screen } from '../users/users-screen.tsx';

export const FETCH_FAILED = 'Cannot fetch the data now, please try again.';

export const users = [
  {
    id: 1,
    email: 'a@example.com',
    phone: 5550100123,
    permissions: 'Reports, Audit Report',
    permissions_id: '19,21',
    loginstatus: 'LOGIN',
    userstatus: 'ACTIVE',
  },
  {
    id: 2,
    email: 'b@example.org',
    phone: null,
    permissions: null,
    permissions_id: null,
    loginstatus: 'LOGOUT',
    userstatus: 'INACTIVE',
  },
  { id: '3', email: 'c@example.net', permissions: '' },
];

export const permissions = [
  { id: 19, permission_name: 'Reports' },
  { id: '20', permission_name: 'App Version' },
  { id: 21, permission_name: 'Audit Report' },
];

type Users = readonly object[];

export const usersAnswer =
  (items: Users | null = users) =>
  () => ({ status: 'success', message: '', items: items as typeof users | null });

const done = () => ({ status: 'success', message: 'done' });

const handlers: FakeHandlers = {
  getUsers: usersAnswer(),
  getPermissions: () => ({ status: 'success', message: '', permissions }),
  addUser: done,
  updateUser: done,
  updateUserStatus: done,
  updateLoginStatus: done,
};

/** Shows the sample users; all calls succeed by default. */
export function openUsers(more: FakeHandlers = {}, options: RenderScreenOptions = {}) {
  return renderScreen(Screen, { address: '/userManagement', ...options, handlers: { ...handlers, ...more } });
}

export async function userRow(email: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('rowheader', { name: email })).closest('tr');
  if (!row) throw new Error(`${email} stands in no row.`);
  return row;
}

/** Returns the dialog's contents once the permissions are loaded. */
export async function openDialog(
  user: Awaited<ReturnType<typeof openUsers>>['user'],
  button: string,
): Promise<ReturnType<typeof within>> {
  await userRow('a@example.com');
  await user.click(screen.getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('checkbox', { name: 'Reports' });
  return dialog;
}
