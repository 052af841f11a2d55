import { roles } from '@device-console/shared-lib/contract';
import { recordAnonymous } from '../audit/audit.ts';
import { admit } from '../calls/admission.ts';
import type { AnonymousContext, AnonymousService } from '../calls/context.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { requireNoOwnWords, requireUncommonPassword } from '../security/password-rules.ts';
import { forgotLimits, resetLimits } from '../security/throttle.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { type Account, findAccountById, holdAccount } from '../store/accounts.ts';
import { insertLink, type LinkProof, ownerOfOpenLink, takeLink } from '../store/password-resets.ts';
import { type Database, inTransaction } from '../store/store.ts';
import { isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { replacePassword, requirePasswordsFor } from './account-passwords.ts';
import { type Letter, sendMail } from './send-mail.ts';

interface PasswordLink {
  readonly call: string;
  readonly proof: LinkProof;
  readonly noLongerValid: string;
  /** The audit's text once it is used. */
  readonly done: string;
}

/** Holds the account before the link, like whoever disables it: the password is set before that, or not at all. */
async function ownerOf(db: Database, proof: LinkProof, at: string): Promise<Account | undefined> {
  const owner = await ownerOfOpenLink(db, proof, at);
  if (owner === undefined || !(await holdAccount(db, owner))) return undefined;
  return (await takeLink(db, proof, at)) === owner ? findAccountById(db, owner) : undefined;
}

/** Works in one transaction; a refused password leaves the link valid. */
async function useUp(context: AnonymousContext, link: PasswordLink, newPassword: string): Promise<void> {
  const { db, platform } = context;
  // Before doing any work for somebody without a link.
  if ((await ownerOfOpenLink(db, link.proof, isoTime(platform.clock.now()))) === undefined)
    throw new BusinessError(link.noLongerValid);
  await requireUncommonPassword(newPassword);
  const passwordHash = await platform.passwords.hash(newPassword);
  await inTransaction(db, async (tx) => {
    const at = isoTime(platform.clock.now());
    const account = await ownerOf(tx, link.proof, at);
    if (!account) throw new BusinessError(link.noLongerValid);
    requirePasswordsFor(platform, account.role);
    requireNoOwnWords(newPassword, account);
    await replacePassword({ ...context, db: tx }, account.id, passwordHash, at);
    await recordAnonymous({ ...context, db: tx }, link.call, account, 'success', link.done);
  });
}

/** Works once (P2, U5); ends every session and revokes every key of the account (K3). */
export async function setPasswordByLink(
  context: AnonymousContext,
  link: PasswordLink,
  newPassword: string,
): Promise<void> {
  const who = { account: link.proof.secretHash, typed: '' };
  await admit(context, link.call, resetLimits, who, () =>
    useUp(context, link, newPassword).catch(async (error: unknown) => {
      if (error instanceof BusinessError)
        await recordAnonymous(context, link.call, { id: null, email: '' }, 'error', error.message);
      throw error;
    }),
  );
}

const RESET_TIME = 30 * MINUTE;
const [FORGOT, RESET] = ['forgotPassword.php', 'reset_password.php'] as const;

async function makeLink(context: AnonymousContext, email: string) {
  const { db, platform } = context;
  const [secret, handle] = [newSecret(), newSecret()];
  const now = platform.clock.now();
  const accountId = await inTransaction(db, async (tx) => {
    const id = await insertLink(tx, email, platform.singleSignOn?.isOnlyWay ? ['SUPERADMIN'] : roles, {
      purpose: 'reset',
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

/** Known or not: the same answer and statements, and the mail goes out later: timing tells nothing (P1, D18). */
export const forgotPassword: AnonymousService<'forgotPassword'> = async (context, body) => {
  const { platform } = context;
  const email = body.email.trim().toLowerCase();
  const who = { account: email, typed: email };
  const { secret, handle, accountId } = await admit(context, FORGOT, forgotLimits, who, () => makeLink(context, email));
  if (accountId !== undefined)
    platform.runInBackground(sendMail(context, { ...resetMail, secret }, { id: accountId, email }));
  return { status: 'success', message: 'Password reset link sent to your email', token: handle };
};

/** With the link's secret and the stored handle, once, within 30 minutes (P2, D18). */
export const resetPassword: AnonymousService<'resetPassword'> = async (context, body) => {
  const link = {
    call: RESET,
    proof: { secretHash: hashSecret(body.token), handleHash: hashSecret(body.requestToken ?? '') },
    noLongerValid: 'The reset link is no longer valid. Please request a new reset link.',
    done: 'password set',
  };
  await setPasswordByLink(context, link, body.newPassword);
  return { status: 'success', message: 'Password reset successfully' };
};

const resetMail: Letter = {
  call: FORGOT,
  subject: 'set a new password',
  lines: [
    'Somebody asked to set a new password for your Device Console account.',
    '',
    'Open this link within 30 minutes, in the browser in which you asked for it:',
  ],
  page: 'resetPassword',
  after: ['', 'If it was not you, you need do nothing.'],
};
