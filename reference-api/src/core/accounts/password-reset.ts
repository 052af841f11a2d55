import { roles } from '@device-console/shared-lib/contract';
import { isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { forgotLimits } from '../security/throttle.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { insertPasswordReset } from '../store/password-resets.ts';
import { inTransaction } from '../store/store.ts';
import { admit } from '../calls/admission.ts';
import { recordAnonymous } from '../audit/audit.ts';
import type { AnonymousContext, AnonymousService } from '../calls/context.ts';
import { resetMail, sendLink } from './link-mail.ts';
import { setPasswordByLink } from './password-by-link.ts';

const RESET_TIME = 30 * MINUTE;
const NO_LONGER_VALID = 'The reset link is no longer valid. Please request a new reset link.';
const [FORGOT, RESET] = ['forgotPassword.php', 'reset_password.php'];

async function makeLink(context: AnonymousContext, email: string) {
  const { db, platform } = context;
  const [secret, handle] = [newSecret(), newSecret()];
  const now = platform.clock.now();
  const accountId = await inTransaction(db, async (tx) => {
    const id = await insertPasswordReset(tx, email, platform.singleSignOn?.isOnlyWay ? ['SUPERADMIN'] : roles, {
      secretHash: hashSecret(secret),
      handleHash: hashSecret(handle),
      at: isoTime(now),
      expiresAt: isoAfter(now, RESET_TIME),
    });
    const message =
      id === undefined ? 'reset link requested for an address without an active account' : 'reset link requested';
    await recordAnonymous({ ...context, db: tx }, FORGOT, { id: id ?? null, email }, 'success', message);
    return id;
  });
  return { secret, handle, accountId };
}

/**
 * Mails a link that carries the secret, and returns a handle that does nothing alone (P1, D18). Unknown and disabled
 * accounts get the same answer for the same statements on the database; the mail goes out after it, so that time tells
 * nothing either.
 */
export const forgotPassword: AnonymousService<'forgotPassword'> = async (context, body) => {
  const { platform } = context;
  const email = body.email.trim().toLowerCase();
  const who = { account: email, typed: email };
  const { secret, handle, accountId } = await admit(context, FORGOT, forgotLimits, who, () => makeLink(context, email));
  if (accountId !== undefined) platform.runInBackground(sendLink(context, resetMail, { id: accountId, email }, secret));
  return { status: 'success', message: 'Password reset link sent to your email', token: handle };
};

/** Sets a new password with the link's secret and the kept handle, once, within 30 minutes (P2, D18). */
export const resetPassword: AnonymousService<'resetPassword'> = async (context, body) => {
  const link = {
    call: RESET,
    proof: { secretHash: hashSecret(body.token), handleHash: hashSecret(body.requestToken ?? '') },
    noLongerValid: NO_LONGER_VALID,
    done: 'password set',
  };
  await setPasswordByLink(context, link, body.newPassword);
  return { status: 'success', message: 'Password reset successfully' };
};
