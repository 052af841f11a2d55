import { calls } from '@device-console/shared-lib/contract';
import { replacePassword, requirePasswordsFor } from '../../core/accounts/account-passwords.ts';
import { usedSince } from '../../core/accounts/open-session.ts';
import { setPasswordByLink } from '../../core/accounts/password-by-link.ts';
import { mailInvitation } from '../../core/accounts/invitation.ts';
import type { Letter } from '../../core/accounts/send-mail.ts';
import {
  makeAccount,
  managedAccount,
  mayManage,
  otherAccount,
  requireAnotherManager,
  requireNewAccount,
} from '../../core/accounts/users.ts';
import { withdrawAccess } from '../../core/accounts/withdraw-access.ts';
import { recordCall } from '../../core/audit/audit.ts';
import { attemptWithin } from '../../core/calls/admission.ts';
import type { AnonymousService, CallContext, Service } from '../../core/calls/context.ts';
import { BusinessError, FieldRefused } from '../../core/errors/expected-errors.ts';
import type { ApiModule } from '../../core/module.ts';
import { requireGoodPassword } from '../../core/security/password-rules.ts';
import { forgetRightfulAttempt, identityOf, passwordLimits } from '../../core/security/throttle.ts';
import { hashSecret, newSecret } from '../../core/security/tokens.ts';
import {
  findAccountByEmail,
  findAccountForLogin,
  holdAccount,
  isPhoneTaken,
  openAccounts,
  updateAccount,
} from '../../core/store/accounts.ts';
import { revokeApiKeysOf } from '../../core/store/api-keys.ts';
import { closePasswordResets, NO_HANDLE } from '../../core/store/password-resets.ts';
import { replacePermissions } from '../../core/store/permissions.ts';
import { noteAuthentication, openSessionsOf, revokeSession, revokeSessionsOf } from '../../core/store/sessions.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { accountChange, anonymous, change, note, polledRead, stepwiseChange } from '../../core/calls/call.ts';

function openOnes({ db, platform, actor }: CallContext) {
  const at = isoTime(platform.clock.now());
  return openSessionsOf(db, actor.accountId, { at, usedSince: usedSince(platform) });
}

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

/** One session of the caller's account, or all except the calling one (S12). */
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

/** Throws BusinessError for a wrong password, and counts it. */
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

/** All other sessions end, and the account's API keys are revoked (P3). */
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

/** Its owner must log in again (U6). */
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

/** Its e-mail and phone can be used again; the audit keeps its name (U7). */
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

/** A revoked key stays revoked (K3). */
const revokeKeys: Service<'revokeKeys'> = async (context, body) => {
  const { db, platform } = context;
  const account = managedAccount(context, await findAccountByEmail(db, body.email.trim().toLowerCase()));
  const keys = await revokeApiKeysOf(db, account.id, isoTime(platform.clock.now()));
  return {
    message: keys === 0 ? `${account.email} has no API keys.` : `API keys of ${account.email} revoked: ${keys}`,
  };
};

const invitationMail = (inviter: string): Letter => ({
  call: 'inviteUser.php',
  subject: 'your account',
  lines: [
    `${inviter} has made a Device Console account for you.`,
    '',
    'Open this link within 72 hours and choose your password. It works once:',
  ],
  after: ['', `If you expected no such mail, you need do nothing; tell ${inviter}.`],
});

const passwordMail = (admin: string): Letter => ({
  call: 'sendPasswordLink.php',
  subject: 'choose a new password',
  lines: [
    `${admin} sends you a link by which you can choose a new password for your Device Console account.`,
    '',
    'Open it within 72 hours. It works once; until then your present password stays as it is:',
  ],
  after: ['', `If you did not ask for it, speak with ${admin} before you open it.`],
});

/** A new account, or one that was invited before and has no password yet. */
async function invitedAccount(context: CallContext, wanted: Parameters<typeof makeAccount>[1]): Promise<number> {
  const { db, platform } = context;
  const known = await openAccounts(db)
    .where('email', '=', wanted.email)
    .where('invited_at', 'is not', null)
    .executeTakeFirst();
  const at = isoTime(platform.clock.now());
  // Nobody knows this random password: the owner sets the first one.
  if (!known) return makeAccount(context, wanted, await platform.passwords.hash(newSecret()), { invited_at: at });
  if (!mayManage(context.actor, known.role)) throw new BusinessError('A user with this email exists already.');
  if (await isPhoneTaken(db, wanted.phone, known.id))
    throw new FieldRefused('phone', 'Another user has this phone number.');
  await updateAccount(db, known.id, { phone: wanted.phone }, at);
  await replacePermissions(db, known.id, wanted.permissions);
  return known.id;
}

/** Its owner sets the password by a mailed link; earlier links stop working (U5). */
const inviteUser: Service<'inviteUser'> = async (context, body) => {
  const { platform, actor } = context;
  requirePasswordsFor(platform, 'USER');
  if (!platform.mailsPeople)
    throw new BusinessError('This server sends no mails, so nobody can be invited. Add the user with a password.');
  const email = await requireNewAccount(context, body);
  const id = await invitedAccount(context, { email, phone: body.phone, permissions: body.permissions });
  await mailInvitation(context, { id, email }, invitationMail(actor.email));
  return { message: `Invitation sent to ${email}` };
};

/** Its owner chooses another password by a mailed link; sessions and keys stay until then (U8). */
const sendPasswordLink: Service<'sendPasswordLink'> = async (context, { email }) => {
  const { platform, actor } = context;
  const account = await otherAccount(context, email, 'Change your own password under Your account.');
  requirePasswordsFor(platform, account.role);
  if (!platform.mailsPeople) throw new BusinessError('This server sends no mails. Nothing was sent.');
  if (account.status !== 'ACTIVE')
    throw new BusinessError(`${account.email} is disabled. Enable the user first. Nothing was sent.`);
  await mailInvitation(context, account, passwordMail(actor.email), 'reset');
  return { message: `Password link sent to ${account.email}` };
};

/** Once, within 72 hours (U5, U8). */
const acceptInvitation: AnonymousService<'acceptInvitation'> = async (context, { token, newPassword }) => {
  const link = {
    call: 'acceptInvitation.php',
    proof: { secretHash: hashSecret(token), handleHash: NO_HANDLE },
    noLongerValid: 'This link is no longer valid. Please ask your admin for another one.',
    done: 'password set by the link of an admin',
  };
  await setPasswordByLink(context, link, newPassword);
  return { message: 'Your password is set. You can log in now.' };
};

/** Calls on one's own account, and admins' calls on others, beyond the specification (P3, S12, U5 to U8, K3). */
export const people = {
  name: 'people',
  anonymousCalls: { acceptInvitation: { ...anonymous, run: acceptInvitation } },
  calls: {
    ownSessions: { ...polledRead, openTo: 'limited', run: ownSessions },
    endSessions: { ...change, run: endSessions },
    keepSession: { ...note, openTo: 'limited', run: keepSession },
    changePassword: { ...stepwiseChange, hasSecret: true, openTo: 'choosing-a-password', run: changePassword },
    inviteUser: { ...change, run: inviteUser },
    sendPasswordLink: { ...change, run: sendPasswordLink },
    changeRole: { ...accountChange, run: changeRole },
    closeAccount: { ...accountChange, run: closeAccount },
    revokeKeys: { ...change, run: revokeKeys },
  },
} as const satisfies ApiModule;
