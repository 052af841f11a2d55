import { isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { requireNoOwnWords, requireUncommonPassword } from '../security/password-rules.ts';
import { forgotLimits, resetLimits } from '../security/throttle.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { findAccountById, updateAccount } from '../store/accounts.ts';
import {
  closePasswordResets,
  insertPasswordReset,
  isOpenReset,
  takePasswordReset,
  type ResetProof,
} from '../store/password-resets.ts';
import { revokeSessionsOf } from '../store/sessions.ts';
import { inTransaction } from '../store/store.ts';
import { admit } from './admission.ts';
import { recordAnonymous } from './audit.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { AnonymousContext, AnonymousService } from './context.ts';
import { mailResetLink } from './reset-mail.ts';

const RESET_TIME = 30 * MINUTE;
const NO_LONGER_VALID = 'The reset link is no longer valid. Please request a new reset link.';
const [FORGOT, RESET] = ['forgotPassword.php', 'reset_password.php'];
const NOBODY = { id: null, email: '' };

/**
 * Mails a link that carries the secret, and returns a handle that does nothing alone (P1, D18). Unknown and disabled
 * accounts get the same answer for the same statements on the database; the mail goes out after it, so that time tells
 * nothing either.
 */
export const forgotPassword: AnonymousService<'forgotPassword'> = async (context, body) => {
  const { db, platform } = context;
  const email = body.email.trim().toLowerCase();
  await admit(context, FORGOT, forgotLimits, { account: email, typed: email });
  const [secret, handle] = [newSecret(), newSecret()];
  const now = platform.clock.now();
  const accountId = await inTransaction(db, async (tx) => {
    const id = await insertPasswordReset(tx, email, {
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
  if (accountId !== undefined) platform.runInBackground(mailResetLink(context, { id: accountId, email }, secret));
  return { status: 'success', message: 'Password reset link sent to your email', token: handle };
};

/** Sets the password in one transaction with using up the link; a password that is refused leaves the link as it is. */
async function setPassword(context: AnonymousContext, proof: ResetProof, newPassword: string): Promise<void> {
  const { db, platform } = context;
  const passwordHash = await platform.passwords.hash(newPassword);
  await inTransaction(db, async (tx) => {
    const at = isoTime(platform.clock.now());
    const accountId = await takePasswordReset(tx, proof, at);
    const account = accountId === undefined ? undefined : await findAccountById(tx, accountId);
    if (account?.status !== 'ACTIVE') throw new BusinessError(NO_LONGER_VALID);
    requireNoOwnWords(newPassword, account);
    await updateAccount(tx, account.id, { password_hash: passwordHash }, at);
    await closePasswordResets(tx, account.id, at);
    await revokeSessionsOf(tx, account.id, at);
    await recordAnonymous({ ...context, db: tx }, RESET, account, 'success', 'password set');
  });
}

/**
 * Sets a new password with the link's secret and the kept handle, once, within 30 minutes; ends every session of the
 * account (P2, D18).
 */
export const resetPassword: AnonymousService<'resetPassword'> = async (context, body) => {
  const { db, platform } = context;
  const proof = { secretHash: hashSecret(body.token), handleHash: hashSecret(body.requestToken ?? '') };
  await admit(context, RESET, resetLimits, { account: proof.secretHash, typed: '' });
  try {
    // Before any work is done for somebody who has no link.
    if (!(await isOpenReset(db, proof, isoTime(platform.clock.now())))) throw new BusinessError(NO_LONGER_VALID);
    await requireUncommonPassword(body.newPassword);
    await setPassword(context, proof, body.newPassword);
  } catch (error) {
    if (error instanceof BusinessError) await recordAnonymous(context, RESET, NOBODY, 'error', error.message);
    throw error;
  }
  return { status: 'success', message: 'Password reset successfully' };
};
