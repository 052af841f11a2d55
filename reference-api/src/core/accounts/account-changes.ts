import { BusinessError } from '../errors/expected-errors.ts';
import { newSecret } from '../security/tokens.ts';
import { closeAccount as closeRow, findAccountByEmail, updateAccount, type Account } from '../store/accounts.ts';
import { closePasswordResets } from '../store/password-resets.ts';
import { replacePermissions } from '../store/permissions.ts';
import { isoTime } from '../time/clock.ts';
import type { CallContext, Service } from '../calls/context.ts';
import { managedAccount, requireAnotherManager } from './users.ts';
import { withdrawAccess } from './withdraw-access.ts';

async function otherAccount(context: CallContext, email: string, own: string): Promise<Account> {
  const account = managedAccount(context, await findAccountByEmail(context.db, email.trim().toLowerCase()));
  if (account.id === context.actor.accountId) throw new BusinessError(own);
  return account;
}

/** Gives an account another role; whoever is logged in with it logs in anew (U6). */
export const changeRole: Service<'changeRole'> = async (context, { email, role }) => {
  const { db, platform } = context;
  const account = await otherAccount(context, email, 'You cannot change your own role.');
  if (account.role === role) throw new BusinessError(`${account.email} is ${role} already.`);
  if (role !== 'SUPERADMIN') await requireAnotherManager(db, account);
  context.changedFrom({ role: account.role });
  const at = isoTime(platform.clock.now());
  await updateAccount(db, account.id, { role }, at);
  await withdrawAccess(db, account.id, 'new role', at);
  return { status: 'success', message: `${account.email} is ${role} now` };
};

/** Closes an account for good; e-mail and phone are free for another, and the audit goes on naming it (U7). */
export const closeAccount: Service<'closeAccount'> = async (context, { email }) => {
  const { db, platform } = context;
  const account = await otherAccount(context, email, 'You cannot delete your own account.');
  await requireAnotherManager(db, account);
  const at = isoTime(platform.clock.now());
  await withdrawAccess(db, account.id, 'closed', at);
  await closePasswordResets(db, account.id, at);
  await replacePermissions(db, account.id, []);
  for (const deleteOf of platform.accountClosed) await deleteOf(db, account.id);
  await closeRow(db, account, await platform.passwords.hash(newSecret()), at);
  return { status: 'success', message: `The account of ${account.email} is deleted` };
};
