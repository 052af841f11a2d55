import { calls } from '@device-console/shared-lib/contract';
import { requirePasswordsFor, replacePassword } from '../../core/accounts/account-passwords.ts';
import { usedSince } from '../../core/accounts/open-session.ts';
import { recordCall } from '../../core/audit/audit.ts';
import { attemptWithin } from '../../core/calls/admission.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { requireGoodPassword } from '../../core/security/password-rules.ts';
import { forgetRightfulAttempt, identityOf, passwordLimits } from '../../core/security/throttle.ts';
import {
  findAccountForLogin,
  holdAccount,
  type Account,
  findAccountByEmail,
  updateAccount,
} from '../../core/store/accounts.ts';
import { noteAuthentication, openSessionsOf, revokeSession, revokeSessionsOf } from '../../core/store/sessions.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { managedAccount, requireAnotherManager } from '../../core/accounts/users.ts';
import { withdrawAccess } from '../../core/accounts/withdraw-access.ts';
import { newSecret } from '../../core/security/tokens.ts';
import { revokeApiKeysOf } from '../../core/store/api-keys.ts';
import { closePasswordResets } from '../../core/store/password-resets.ts';
import { replacePermissions } from '../../core/store/permissions.ts';
import type { ApiModule } from '../../core/module.ts';
import { acceptInvitation, inviteUser } from './invitations.ts';

function openOnes({ db, platform, actor }: CallContext) {
  const at = isoTime(platform.clock.now());
  return openSessionsOf(db, actor.accountId, { at, usedSince: usedSince(platform) });
}

/** Lists the open sessions of the caller's account (S12). */
const ownSessions: Service<'ownSessions'> = async (context) => ({
  given_password: context.actor.hasGivenPassword ? 'yes' : '',
  items: (await openOnes(context)).map((session) => ({
    id: session.id,
    started_at: session.created_at,
    last_used_at: session.last_used_at ?? '',
    expires_at: session.expires_at,
    address: session.address ?? '',
    last_address: session.last_address ?? '',
    own: session.id === context.actor.credentialId ? 'yes' : '',
  })),
});

/** Ends one session of the caller's account, or all except the calling one (S12). */
const endSessions: Service<'endSessions'> = async (context, { sessionId }) => {
  const { db, platform, actor } = context;
  const at = isoTime(platform.clock.now());
  if (sessionId === undefined) {
    const ended = await revokeSessionsOf(db, actor.accountId, at, 'ended by its owner', actor.credentialId);
    return { message: `Other sessions ended: ${ended}` };
  }
  const session = (await openOnes(context)).find(({ id }) => String(id) === sessionId);
  if (!session) throw new BusinessError('This session is over already. Please reload the list.');
  await revokeSession(db, session.id, at, 'ended by its owner');
  return { message: 'The session is ended' };
};

/** Does nothing itself: every call records the session's last use before it runs (S11). */
const keepSession: Service<'keepSession'> = async () => ({});

/** Returns the account with its hash if the password is right. Throws BusinessError; wrong passwords are counted. */
async function provenAccount(context: CallContext, password: string) {
  const { db, platform, actor, address } = context;
  const identity = identityOf(actor.accountId);
  return attemptWithin(context, passwordLimits, identity, async () => {
    const account = await findAccountForLogin(db, actor.email);
    if (!account || !(await platform.passwords.verify(account.password_hash, password)))
      throw new BusinessError('The current password is wrong. Nothing was changed.');
    await forgetRightfulAttempt(db, platform.clock, passwordLimits, identity, address);
    return account;
  });
}

/** Sets the caller's own password. All other sessions end, and the account's API keys are revoked (P3). */
const changePassword: Service<'changePassword'> = async (context, { currentPassword, newPassword }) => {
  const { db, platform, actor } = context;
  requirePasswordsFor(platform, actor.userlevel);
  const account = await provenAccount(context, currentPassword);
  if (newPassword === currentPassword) throw new BusinessError('The new password is the current one.');
  await requireGoodPassword(newPassword, account);
  const passwordHash = await platform.passwords.hash(newPassword);
  const message = 'Password changed. Your other sessions have ended, and your API keys are revoked.';
  await inTransaction(db, async (tx) => {
    // The account was disabled or got another password during this check.
    if (!(await holdAccount(tx, account.id, account.password_hash)))
      throw new BusinessError('Your account was changed meanwhile. Nothing was changed now; please log in again.');
    const at = isoTime(platform.clock.now());
    await replacePassword({ ...context, db: tx }, account.id, passwordHash, at, actor.credentialId);
    // With a second factor, the password alone is no proof of identity.
    if (!actor.hasFactor) await noteAuthentication(tx, actor.credentialId, at);
    await recordCall({ ...context, db: tx }, { call: calls.changePassword.path, message });
  });
  return { message };
};

/** Returns an account that the caller may manage. Throws BusinessError for any other, with `own` for their own. */
export async function otherAccount(context: CallContext, email: string, own: string): Promise<Account> {
  const account = managedAccount(context, await findAccountByEmail(context.db, email.trim().toLowerCase()));
  if (account.id === context.actor.accountId) throw new BusinessError(own);
  return account;
}

/** Gives an account another role and withdraws its access: its owner must log in again (U6). */
const changeRole: Service<'changeRole'> = async (context, { email, role }) => {
  const { db, platform } = context;
  const account = await otherAccount(context, email, 'You cannot change your own role.');
  if (account.role === role) throw new BusinessError(`${account.email} is ${role} already.`);
  if (role !== 'SUPERADMIN') await requireAnotherManager(db, account);
  context.changedFrom({ role: account.role });
  const at = isoTime(platform.clock.now());
  await updateAccount(db, account.id, { role }, at);
  await withdrawAccess(context, account.id, 'new role', at);
  return { message: `${account.email} is ${role} now` };
};

/** Closes an account for good. Its e-mail and phone can be used again; the audit keeps its name (U7). */
const closeAccount: Service<'closeAccount'> = async (context, { email }) => {
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
  return { message: `The account of ${account.email} is deleted` };
};

/** Revokes every API key of an account for good (K3). */
const revokeKeys: Service<'revokeKeys'> = async (context, body) => {
  const { db, platform } = context;
  const account = managedAccount(context, await findAccountByEmail(db, body.email.trim().toLowerCase()));
  const keys = await revokeApiKeysOf(db, account.id, isoTime(platform.clock.now()));
  return {
    message: keys === 0 ? `${account.email} has no API keys.` : `API keys of ${account.email} revoked: ${keys}`,
  };
};

/** Calls on one's own account, and admins' calls on others, beyond the specification (P3, S12, U5 to U7, K3). */
export const people = {
  name: 'people',
  anonymousServices: { acceptInvitation },
  services: {
    ownSessions,
    endSessions,
    keepSession,
    changePassword,
    inviteUser,
    changeRole,
    closeAccount,
    revokeKeys,
  },
} as const satisfies ApiModule;
