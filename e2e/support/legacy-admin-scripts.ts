import { randomUUID } from 'node:crypto';
import type { Script } from './legacy-scripts.ts';
import { legacyPermissions, localTime, type LegacyAccount, type LegacyState } from './legacy-state.ts';

type Fields = Readonly<Record<string, unknown>>;

const done = (message: string): object => ({ status: 'SUCCESS', message });
const refused = (message: string): object => ({ status: 'Error', message });
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const accountOf = ({ accounts }: LegacyState, email: unknown): LegacyAccount | undefined =>
  accounts.find((account) => account.email === email);

const isLoggedIn = ({ sessions }: LegacyState, account: LegacyAccount): boolean =>
  [...sessions.values()].includes(account);

function userRow(state: LegacyState, account: LegacyAccount): object {
  const ids = account.permissions.map((name) => legacyPermissions.findIndex((known) => known === name) + 1);
  return {
    id: account.id,
    email: account.email,
    phone: Number(account.phone),
    permissions: account.permissions.join(', ') || 'No Permission',
    permissions_id: ids.join(','),
    loginstatus: isLoggedIn(state, account) ? 'LOGIN' : 'LOGOUT',
    userstatus: account.isActive ? 'ACTIVE' : 'INACTIVE',
  };
}

const logOut = ({ sessions }: LegacyState, gone: LegacyAccount): void => {
  for (const [token, account] of sessions) if (account === gone) sessions.delete(token);
};

/** Changes an account, where there is one of that e-mail. */
const changed = (state: LegacyState, email: unknown, change: (account: LegacyAccount) => void): object => {
  const account = accountOf(state, email);
  if (!account) return refused('No such user');
  change(account);
  return done('Saved');
};

/** What is asked before a login: a reset of a password. */
export const openScripts: Readonly<Record<string, (state: LegacyState, body: Fields) => object>> = {
  'POST forgotPassword.php': (state, { email }) => {
    const account = accountOf(state, email);
    if (!account) return refused('No such user');
    const token = randomUUID();
    state.resets.set(token, account.email);
    return { status: 'success', message: 'Mail sent', token };
  },
  'POST reset_password.php': (state, { token, newPassword }) => {
    const email = state.resets.get(textOf(token));
    return changed(state, email, (account) => {
      account.password = textOf(newPassword);
      state.resets.delete(textOf(token));
    });
  },
};

/** What an admin asks for: users and keys, and the versions of the app. */
export const adminScripts: Readonly<Record<string, Script>> = {
  'GET getUsers.php': ({ state }) => ({
    status: 'SUCCESS',
    items: state.accounts.map((account) => userRow(state, account)),
  }),
  'GET getPermissions.php': () => ({
    status: 'SUCCESS',
    permissions: legacyPermissions.map((permission_name, index) => ({ id: String(index + 1), permission_name })),
  }),
  'POST updateUserStatus.php': ({ state, body }) =>
    changed(state, body['email'], (account) => {
      account.isActive = body['status'] === 'ACTIVE';
      if (!account.isActive) logOut(state, account);
    }),
  'GET keymanagement/view_keys.php': ({ state }) => ({
    status: 'SUCCESS',
    items: state.keys.map(({ id, name, status }) => ({
      id,
      key_name: name,
      status,
      created_at: localTime(Date.now()),
    })),
  }),
  'POST generate_key.php': ({ state, body }) => {
    state.keys.push({ id: state.keys.length + 1, name: textOf(body['key_name']), status: 'active' });
    return done(`Key generated: ${randomUUID()}`);
  },
  'POST keymanagement/update_key_status.php': ({ state, body }) => {
    const key = state.keys.find(({ id }) => String(id) === body['keyId']);
    if (!key) return refused('No such key');
    key.status = textOf(body['status']);
    return done('Saved');
  },
  'POST getAppVersionDevices.php': ({ state }) => ({
    status: 'SUCCESS',
    items: [{ appversion: 12, devices: String(state.devices.size) }],
  }),
};
