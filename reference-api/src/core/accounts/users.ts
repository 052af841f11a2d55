import { APPROVALS_PERMISSION, isWithinDomains, type Role } from '@device-console/shared-lib/contract';
import type { Actor, CallContext, Service } from '../calls/context.ts';
import { BusinessError, FieldRefused } from '../errors/expected-errors.ts';
import { requireGoodPassword } from '../security/password-rules.ts';
import {
  findAccountByEmail,
  findAccountById,
  insertAccount,
  isOtherActive,
  isPhoneTaken,
  listAccounts,
  updateAccount,
  type Account,
  type NewAccount,
} from '../store/accounts.ts';
import { revokeApiKeysOf } from '../store/api-keys.ts';
import { invitedAccounts } from '../store/password-resets.ts';
import { listPermissions, namesIn, permissionsOf, replacePermissions } from '../store/permissions.ts';
import type { Database } from '../store/store.ts';
import { DAY, isoAfter, isoTime } from '../time/clock.ts';
import { whyNoPassword } from './account-passwords.ts';
import { usedSince } from './open-session.ts';
import { endSessions, withdrawAccess } from './withdraw-access.ts';

export function mayManage(actor: Actor, role: Role): boolean {
  return actor.userlevel === 'SUPERADMIN' || role !== 'SUPERADMIN';
}

/** The accounts that the caller may manage (U1). */
export const getUsers: Service<'getUsers'> = async ({ db, platform, actor }) => {
  const accounts = await listAccounts(db, isoTime(platform.clock.now()), usedSince(platform));
  const withFactors = await platform.factors.accountsWith(db);
  const invited = await invitedAccounts(db, isoTime(platform.clock.now()));
  return {
    status: 'success',
    message: '',
    logout_revokes_keys: platform.keys.endWithLogout ? 'yes' : '',
    given_password_days: platform.firstPasswordDays,
    invitations: platform.mailsPeople && whyNoPassword(platform, 'USER') === undefined ? 'yes' : '',
    items: accounts
      .filter((account) => mayManage(actor, account.role))
      .map((account) => ({
        id: account.id,
        email: account.email,
        phone: account.phone,
        permissions: namesIn(account.held_names).join(', ') || 'No Permission',
        permissions_id: namesIn(account.held_ids).join(','),
        loginstatus: account.logged_in ? 'LOGIN' : 'LOGOUT',
        userstatus: account.status,
        userlevel: account.role,
        second_factor: withFactors.has(account.id) ? 'yes' : '',
        contained: account.contained_at === null ? '' : 'yes',
        invitation: account.invited_at === null ? '' : invited.has(account.id) ? 'open' : 'over',
      })),
  };
};

/** The permission table (D20). */
export const getPermissions: Service<'getPermissions'> = async ({ db }) => {
  const permissions = await listPermissions(db);
  return {
    status: 'success',
    message: '',
    permissions: permissions.map((row) => ({ id: row.id, permission_name: row.name })),
  };
};

/** Refuses an address that is not of these domains (U2, U3, D19). */
export function requireDomain(email: string, domains: readonly string[]): void {
  const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(email) ?? [];
  if (domain === undefined || email.length > 200 || !isWithinDomains(domain, domains))
    throw new FieldRefused('email', 'Invalid email domain.');
}

export function requirePhone(phone: string): void {
  if (!/^\d{10}$/.test(phone)) throw new FieldRefused('phone', 'Enter a valid 10 digits number.');
}

/** Only superadmins give the right to approve: an admin could approve their own requests by a new account (C15). */
async function requirePermissions(
  { db, actor }: CallContext,
  ids: readonly number[],
  account: Account | undefined,
): Promise<void> {
  const names = new Map((await listPermissions(db)).map(({ id, name }) => [id, name]));
  const unknown = ids.find((id) => !names.has(id));
  if (unknown !== undefined)
    throw new BusinessError(`There is no permission number ${unknown}. Please reload the page.`);
  if (actor.userlevel === 'SUPERADMIN' || !ids.some((id) => names.get(id) === APPROVALS_PERMISSION)) return;
  const before = account ? await permissionsOf(db, account.id) : [];
  if (!before.some(({ name }) => name === APPROVALS_PERMISSION))
    throw new BusinessError(`Only a superadmin can give the permission ${APPROVALS_PERMISSION}.`);
}

const PHONE_TAKEN = 'Another user has this phone number.';

/** Checks a new account except for its password, and returns its e-mail; throws BusinessError (U2, U5). */
export async function requireNewAccount(
  context: CallContext,
  wanted: { readonly email: string; readonly phone: string; readonly permissions: readonly number[] },
): Promise<string> {
  const email = wanted.email.trim().toLowerCase();
  requireDomain(email, context.platform.emailDomains);
  requirePhone(wanted.phone);
  await requirePermissions(context, wanted.permissions, await findAccountByEmail(context.db, email));
  return email;
}

/** The role is USER. */
export async function makeAccount(
  { db, platform }: CallContext,
  account: { readonly email: string; readonly phone: string; readonly permissions: readonly number[] },
  passwordHash: string,
  first: Pick<NewAccount, 'invited_at' | 'first_password_until'>,
): Promise<number> {
  const { email, phone, permissions } = account;
  if (await findAccountByEmail(db, email)) throw new FieldRefused('email', 'A user with this email exists already.');
  if (await isPhoneTaken(db, phone)) throw new FieldRefused('phone', PHONE_TAKEN);
  const at = isoTime(platform.clock.now());
  const row = { email, phone, password_hash: passwordHash, role: 'USER', created_at: at } as const;
  const id = await insertAccount(db, { ...row, ...first });
  if (id === undefined) throw new BusinessError('A user with this email or phone exists already.');
  await replacePermissions(db, id, permissions);
  return id;
}

/** The password lasts until the owner chooses another, or some days (U2, S27). */
export const addUser: Service<'addUser'> = async (context, body) => {
  const { phone, password, permissions } = body;
  const email = await requireNewAccount(context, body);
  await requireGoodPassword(password, { email, phone });
  const { passwords, clock, firstPasswordDays: days } = context.platform;
  const hash = await passwords.hash(password);
  await makeAccount(context, { email, phone, permissions }, hash, {
    first_password_until: days === null ? null : isoAfter(clock.now(), days * DAY),
  });
  return { status: 'success', message: 'User Added successfully' };
};

/** Throws BusinessError if the caller may not manage it, as if it did not exist. */
export function managedAccount(context: CallContext, account: Account | undefined): Account {
  if (!account || !mayManage(context.actor, account.role))
    throw new BusinessError('There is no such user. Please reload the page.');
  return account;
}

/** Throws BusinessError for an account that the caller may not manage, with `own` for their own. */
export async function otherAccount(context: CallContext, email: string, own: string): Promise<Account> {
  const account = managedAccount(context, await findAccountByEmail(context.db, email.trim().toLowerCase()));
  if (account.id === context.actor.accountId) throw new BusinessError(own);
  return account;
}

/** Changes phone and permissions, not the e-mail, which is the account's name (U3). */
export const updateUser: Service<'updateUser'> = async (context, body) => {
  const { db, platform } = context;
  const id = /^\d{1,15}$/.test(body.id) ? Number(body.id) : 0;
  const account = managedAccount(context, await findAccountById(db, id));
  const email = body.email.trim().toLowerCase();
  if (email !== account.email) throw new BusinessError('The email of a user cannot be changed.');
  requireDomain(email, platform.emailDomains.slice(0, 2));
  requirePhone(body.phone);
  await requirePermissions(context, body.permissions, account);
  if (await isPhoneTaken(db, body.phone, account.id)) throw new FieldRefused('phone', PHONE_TAKEN);
  const before = await permissionsOf(db, account.id);
  context.changedFrom({ permissions: before.map((row) => row.id) });
  await updateAccount(db, account.id, { phone: body.phone }, isoTime(platform.clock.now()));
  await replacePermissions(db, account.id, body.permissions);
  return { status: 'success', message: 'User updated successfully' };
};

/** Protects the last account that could undo the change: the console would be locked for good. */
export async function requireAnotherManager(db: Database, account: Account): Promise<void> {
  const managers: readonly Role[] = account.role === 'SUPERADMIN' ? ['SUPERADMIN'] : ['ADMIN', 'SUPERADMIN'];
  if (account.role === 'USER' || (await isOtherActive(db, managers, account.id))) return;
  throw new BusinessError(
    `${account.email} is the last active ${account.role}. Nobody could manage users then; please add or enable ` +
      'another first.',
  );
}

/** Disabling ends all access (U4, K3). Nobody disables their own, and only superadmins enable a contained one (S36). */
export const updateUserStatus: Service<'updateUserStatus'> = async (context, body) => {
  const { db, platform, actor } = context;
  const account = managedAccount(context, await findAccountByEmail(db, body.email.trim().toLowerCase()));
  if (account.id === actor.accountId) throw new BusinessError('You cannot disable your own account.');
  if (body.status === 'ACTIVE' && account.contained_at !== null)
    return { status: 'success', message: await platform.letIn(context, account) };
  const at = isoTime(platform.clock.now());
  if (body.status === 'INACTIVE') await requireAnotherManager(db, account);
  context.changedFrom({ status: account.status });
  await updateAccount(db, account.id, { status: body.status }, at);
  if (body.status === 'INACTIVE') await withdrawAccess(context, account.id, 'disabled', at);
  return { status: 'success', message: `User is ${body.status} now` };
};

/** Ends every session of an account (U4) and, if the policy says so, revokes its API keys (K3). */
export const updateLoginStatus: Service<'updateLoginStatus'> = async (context, body) => {
  const { db, platform } = context;
  const account = managedAccount(context, await findAccountByEmail(db, body.email.trim().toLowerCase()));
  const at = isoTime(platform.clock.now());
  await endSessions(context, account.id, 'forced logout', at);
  if (platform.keys.endWithLogout) await revokeApiKeysOf(db, account.id, at);
  return { status: 'success', message: 'User logged out successfully' };
};
