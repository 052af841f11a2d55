import { managedAccount, requireAnotherManager } from '../../core/accounts/users.ts';
import { withdrawAccess } from '../../core/accounts/withdraw-access.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { newSecret } from '../../core/security/tokens.ts';
import { type Account, findAccountByEmail, updateAccount } from '../../core/store/accounts.ts';
import { revokeApiKeysOf } from '../../core/store/api-keys.ts';
import { closePasswordResets } from '../../core/store/password-resets.ts';
import { replacePermissions } from '../../core/store/permissions.ts';
import { isoTime } from '../../core/time/clock.ts';

/** Returns an account that the caller may manage. Throws BusinessError for any other, with `own` for their own. */
export async function otherAccount(context: CallContext, email: string, own: string): Promise<Account> {
  const account = managedAccount(context, await findAccountByEmail(context.db, email.trim().toLowerCase()));
  if (account.id === context.actor.accountId) throw new BusinessError(own);
  return account;
}

/** Gives an account another role and withdraws its access: its owner must log in again (U6). */
export const changeRole: Service<'changeRole'> = async (context, { email, role }) => {
  const { db, platform } = context;
  const account = await otherAccount(context, email, 'You cannot change your own role.');
  if (account.role === role) throw new BusinessError(`${account.email} is ${role} already.`);
  if (role !== 'SUPERADMIN') await requireAnotherManager(db, account);
  context.changedFrom({ role: account.role });
  const at = isoTime(platform.clock.now());
  await updateAccount(db, account.id, { role }, at);
  await withdrawAccess(context, account.id, 'new role', at);
  return { status: 'success', message: `${account.email} is ${role} now` };
};

/** Closes an account for good. Its e-mail and phone can be used again; the audit keeps its name (U7). */
export const closeAccount: Service<'closeAccount'> = async (context, { email }) => {
  const { db, platform } = context;
  const account = await otherAccount(context, email, 'You cannot delete your own account.');
  await requireAnotherManager(db, account);
  const at = isoTime(platform.clock.now());
  await withdrawAccess(context, account.id, 'closed', at);
  await closePasswordResets(db, account.id, at);
  await replacePermissions(db, account.id, []);
  for (const deleteOf of platform.accountClosed) await deleteOf(db, account.id);
  const gone = `closed:${account.id}`;
  const password_hash = await platform.passwords.hash(newSecret());
  const closed = { closed_at: at, closed_email: account.email, updated_at: at };
  // The row stays: the audit and the commands refer to it.
  await db
    .updateTable('accounts')
    .set({ email: gone, phone: gone, password_hash, status: 'INACTIVE', ...closed })
    .where('id', '=', account.id)
    .execute();
  return { status: 'success', message: `The account of ${account.email} is deleted` };
};

/** Revokes every API key of an account for good (K3). */
export const revokeKeys: Service<'revokeKeys'> = async (context, body) => {
  const { db, platform } = context;
  const account = managedAccount(context, await findAccountByEmail(db, body.email.trim().toLowerCase()));
  const keys = await revokeApiKeysOf(db, account.id, isoTime(platform.clock.now()));
  return {
    status: 'success',
    message: keys === 0 ? `${account.email} has no API keys.` : `API keys of ${account.email} revoked: ${keys}`,
  };
};
