import { BusinessError } from '../errors/expected-errors.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { findInvitedAccount, isPhoneTaken, updateAccount } from '../store/accounts.ts';
import { NO_HANDLE } from '../store/password-resets.ts';
import { replacePermissions } from '../store/permissions.ts';
import { isoTime } from '../time/clock.ts';
import type { AnonymousService, CallContext, Service } from '../calls/context.ts';
import { invitationMail, mailInvitation } from './link-mail.ts';
import { setPasswordByLink } from './password-by-link.ts';
import { requirePasswordsFor } from './account-passwords.ts';
import { makeAccount, mayManage, requireNewAccount } from './users.ts';

const ACCEPT = 'acceptInvitation.php';
const NO_LONGER_VALID = 'The invitation is no longer valid. Please ask your admin for another one.';

interface Invited {
  readonly email: string;
  readonly phone: string;
  readonly permissions: readonly number[];
}

/** The account that is invited: a new one, or one that was invited before and has no password yet. */
async function invitedAccount(context: CallContext, wanted: Invited): Promise<number> {
  const { db, platform } = context;
  const known = await findInvitedAccount(db, wanted.email);
  // Nobody can log in with it: its owner sets the first password.
  if (!known) return makeAccount(context, wanted, await platform.passwords.hash(newSecret()), { isInvited: true });
  if (!mayManage(context.actor, known.role)) throw new BusinessError('A user with this email exists already.');
  if (await isPhoneTaken(db, wanted.phone, known.id)) throw new BusinessError('Another user has this phone number.');
  await updateAccount(db, known.id, { phone: wanted.phone }, isoTime(platform.clock.now()));
  await replacePermissions(db, known.id, wanted.permissions);
  return known.id;
}

/** Makes an account whose owner sets the password by a mailed link; an earlier link counts no more (U5). */
export const inviteUser: Service<'inviteUser'> = async (context, body) => {
  const { platform, actor } = context;
  requirePasswordsFor(platform, 'USER');
  if (!platform.mailsPeople)
    throw new BusinessError('This server sends no mails, so nobody can be invited. Add the user with a password.');
  const email = await requireNewAccount(context, body);
  const id = await invitedAccount(context, { email, phone: body.phone, permissions: body.permissions });
  await mailInvitation(context, { id, email }, invitationMail(actor.email));
  return { status: 'success', message: `Invitation sent to ${email}` };
};

/** Sets the first password of an invited account by the mailed link, once, within 72 hours (U5). */
export const acceptInvitation: AnonymousService<'acceptInvitation'> = async (context, { token, newPassword }) => {
  const link = {
    call: ACCEPT,
    proof: { secretHash: hashSecret(token), handleHash: NO_HANDLE },
    noLongerValid: NO_LONGER_VALID,
    done: 'first password set',
  };
  await setPasswordByLink(context, link, newPassword);
  return { status: 'success', message: 'Your password is set. You can log in now.' };
};
