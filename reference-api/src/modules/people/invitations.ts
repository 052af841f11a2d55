import { requirePasswordsFor } from '../../core/accounts/account-passwords.ts';
import { setPasswordByLink } from '../../core/accounts/password-by-link.ts';
import { makeAccount, mayManage, requireNewAccount } from '../../core/accounts/users.ts';
import type { CallContext, Service, AnonymousService } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import type { Letter, Recipient } from '../../core/accounts/send-mail.ts';
import { newSecret, hashSecret } from '../../core/security/tokens.ts';
import { isPhoneTaken, updateAccount, openAccounts } from '../../core/store/accounts.ts';
import { closePasswordResets, insertLink, NO_HANDLE } from '../../core/store/password-resets.ts';
import { replacePermissions } from '../../core/store/permissions.ts';
import { HOUR, isoTime, isoAfter } from '../../core/time/clock.ts';
import { roles } from '@device-console/shared-lib/contract';
import { tellLater } from './notices.ts';

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

export const letInMail = (superadmin: string): Letter => ({
  call: 'updateUserStatus.php',
  subject: 'choose a new password',
  lines: [
    `Your Device Console account was closed to everybody, because it was in the wrong hands. ${superadmin} has ` +
      'opened it for you again. Its password and API keys are gone.',
    '',
    'Open this link within 72 hours and choose a new password, which you use nowhere else. It works once:',
  ],
  after: ['', `If you do not know why, speak with ${superadmin} before you open it.`],
});

const INVITATION_TIME = 72 * HOUR;

/** Mails a link to choose an account's password. It works once, for 72 hours; earlier links stop working. */
export async function mailInvitation(context: CallContext, account: Recipient, letter: Letter): Promise<void> {
  const { db, platform } = context;
  const now = platform.clock.now();
  const secret = newSecret();
  await closePasswordResets(db, account.id, isoTime(now));
  await insertLink(db, account.email, roles, {
    purpose: 'invitation',
    secretHash: hashSecret(secret),
    handleHash: NO_HANDLE,
    at: isoTime(now),
    expiresAt: isoAfter(now, INVITATION_TIME),
  });
  tellLater(context, { ...letter, page: 'invitation', secret }, account);
}

interface Invited {
  readonly email: string;
  readonly phone: string;
  readonly permissions: readonly number[];
}

/** Returns the account to invite: a new one, or one that was invited before and has no password yet. */
async function invitedAccount(context: CallContext, wanted: Invited): Promise<number> {
  const { db, platform } = context;
  const known = await openAccounts(db)
    .where('email', '=', wanted.email)
    .where('invited_at', 'is not', null)
    .executeTakeFirst();
  const at = isoTime(platform.clock.now());
  // Nobody knows this random password: the owner sets the first one.
  if (!known) return makeAccount(context, wanted, await platform.passwords.hash(newSecret()), { invited_at: at });
  if (!mayManage(context.actor, known.role)) throw new BusinessError('A user with this email exists already.');
  if (await isPhoneTaken(db, wanted.phone, known.id)) throw new BusinessError('Another user has this phone number.');
  await updateAccount(db, known.id, { phone: wanted.phone }, at);
  await replacePermissions(db, known.id, wanted.permissions);
  return known.id;
}

/** Makes an account whose owner sets the password by a mailed link; earlier links stop working (U5). */
export const inviteUser: Service<'inviteUser'> = async (context, body) => {
  const { platform, actor } = context;
  requirePasswordsFor(platform, 'USER');
  if (!platform.mailsPeople)
    throw new BusinessError('This server sends no mails, so nobody can be invited. Add the user with a password.');
  const email = await requireNewAccount(context, body);
  const id = await invitedAccount(context, { email, phone: body.phone, permissions: body.permissions });
  await mailInvitation(context, { id, email }, invitationMail(actor.email));
  return { message: `Invitation sent to ${email}` };
};

/** Sets the first password of an invited account by the mailed link, once, within 72 hours (U5). */
export const acceptInvitation: AnonymousService<'acceptInvitation'> = async (context, { token, newPassword }) => {
  const link = {
    call: 'acceptInvitation.php',
    proof: { secretHash: hashSecret(token), handleHash: NO_HANDLE },
    noLongerValid: 'The invitation is no longer valid. Please ask your admin for another one.',
    done: 'first password set',
  };
  await setPasswordByLink(context, link, newPassword);
  return { message: 'Your password is set. You can log in now.' };
};
