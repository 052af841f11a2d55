import { isoAfter, isoTime, MINUTE } from '../clock.ts';
import { requireGoodPassword } from '../security/passwords.ts';
import { admitAttempt, forgotLimits, resetLimits } from '../security/throttle.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { findAccountByEmail, updateAccount } from '../store/accounts.ts';
import { closePasswordResets, insertPasswordReset, takePasswordReset } from '../store/password-resets.ts';
import { revokeSessionsOf } from '../store/sessions.ts';
import { inTransaction } from '../store/store.ts';
import { recordAction } from './audit.ts';
import { BusinessError } from './business-error.ts';
import type { AnonymousContext, AnonymousService } from './context.ts';

const RESET_TIME = 30 * MINUTE;
const NO_LONGER_VALID = 'The reset link is no longer valid. Please request a new reset link.';

function audit(context: AnonymousContext, call: string, account: { readonly id: number | null; readonly email: string }, message: string): Promise<void> {
  return recordAction(context.db, {
    at: isoTime(context.platform.clock.now()), actor: { accountId: account.id, email: account.email, via: 'anonymous' },
    call, body: {}, outcome: 'success', message, transactionId: context.transactionId, address: context.address,
  });
}

async function sendLink(context: AnonymousContext, email: string, secret: string): Promise<void> {
  const { mailer, publicUrl, log } = context.platform;
  const text = [
    'Somebody asked to set a new password for your Device Console account.', '',
    'Open this link within 30 minutes, in the browser in which you asked for it:',
    `${publicUrl}/resetPassword/${secret}`, '', 'If it was not you, you need do nothing.',
  ].join('\r\n');
  try {
    await mailer.send({ to: email, subject: 'Device Console: set a new password', text });
  } catch (error) {
    log.error({ err: error }, 'the mail with the reset link could not be handed over');
  }
}

/**
 * Mails a link that carries the secret, and answers a handle that does nothing alone (P1, D18). Unknown and disabled accounts get
 * the same answer; the mail goes out after it, so that time tells nothing either.
 */
export const forgotPassword: AnonymousService<'forgotPassword'> = async (context, body) => {
  const { db, platform } = context;
  const email = body.email.trim().toLowerCase();
  await admitAttempt(db, platform.clock, forgotLimits, email, context.address);
  const [secret, handle] = [newSecret(), newSecret()];
  const account = await findAccountByEmail(db, email);
  if (account?.status === 'ACTIVE') {
    const now = platform.clock.now();
    await inTransaction(db, async (tx) => {
      await insertPasswordReset(tx, {
        accountId: account.id, secretHash: hashSecret(secret), handleHash: hashSecret(handle), at: isoTime(now), expiresAt: isoAfter(now, RESET_TIME),
      });
      await audit({ ...context, db: tx }, 'forgotPassword.php', account, 'reset link requested');
    });
    platform.later(sendLink(context, email, secret));
  } else {
    await audit(context, 'forgotPassword.php', { id: null, email: email.slice(0, 200) }, 'reset link requested for an address without an active account');
  }
  return { status: 'success', message: 'Password reset link sent to your email', token: handle };
};

/** Sets a new password with the link's secret and the kept handle, once, within 30 minutes; ends every session of the account (P2, D18). */
export const resetPassword: AnonymousService<'resetPassword'> = async (context, body) => {
  const { db, platform, address } = context;
  await admitAttempt(db, platform.clock, resetLimits, hashSecret(body.token), address);
  requireGoodPassword(body.newPassword);
  const passwordHash = await platform.passwords.hash(body.newPassword);
  return inTransaction(db, async (tx) => {
    const at = isoTime(platform.clock.now());
    const accountId = await takePasswordReset(tx, hashSecret(body.token), hashSecret(body.requestToken ?? ''), at);
    if (accountId === undefined) throw new BusinessError(NO_LONGER_VALID);
    await updateAccount(tx, accountId, { password_hash: passwordHash }, at);
    await closePasswordResets(tx, accountId, at);
    await revokeSessionsOf(tx, accountId, at);
    await audit({ ...context, db: tx }, 'reset_password.php', { id: accountId, email: '' }, 'password set');
    return { status: 'success', message: 'Password reset successfully' };
  });
};
