import { requireNoOwnWords, requireUncommonPassword } from '../security/password-rules.ts';
import { resetLimits } from '../security/throttle.ts';
import { findAccountById } from '../store/accounts.ts';
import { isOpenLink, takeLink, type LinkProof } from '../store/password-resets.ts';
import { inTransaction } from '../store/store.ts';
import { isoTime } from '../time/clock.ts';
import { admit } from './admission.ts';
import { recordAnonymous } from './audit.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { AnonymousContext } from './context.ts';
import { requirePasswordsFor } from './passwords-off.ts';
import { replacePassword } from './replace-password.ts';

/** A mailed link that sets a password. */
export interface PasswordLink {
  /** Path of the call that uses it. */
  readonly call: string;
  readonly proof: LinkProof;
  /** What is told where it opens nothing any more. */
  readonly noLongerValid: string;
  /** What the audit says once it has been used. */
  readonly done: string;
}

const NOBODY = { id: null, email: '' };

/** Sets the password in one transaction with using up the link; a password that is refused leaves the link as it is. */
async function useUp(context: AnonymousContext, link: PasswordLink, newPassword: string): Promise<void> {
  const { db, platform } = context;
  const passwordHash = await platform.passwords.hash(newPassword);
  await inTransaction(db, async (tx) => {
    const at = isoTime(platform.clock.now());
    const accountId = await takeLink(tx, link.proof, at);
    const account = accountId === undefined ? undefined : await findAccountById(tx, accountId);
    if (account?.status !== 'ACTIVE') throw new BusinessError(link.noLongerValid);
    requirePasswordsFor(platform, account.role);
    requireNoOwnWords(newPassword, account);
    await replacePassword(tx, account.id, passwordHash, at);
    await recordAnonymous({ ...context, db: tx }, link.call, account, 'success', link.done);
  });
}

/** Sets a password by a mailed link, once (P2, U5); ends every session and revokes every key of the account (K3). */
export async function setPasswordByLink(
  context: AnonymousContext,
  link: PasswordLink,
  newPassword: string,
): Promise<void> {
  const { db, platform } = context;
  await admit(context, link.call, resetLimits, { account: link.proof.secretHash, typed: '' });
  try {
    // Before any work is done for somebody who has no link.
    if (!(await isOpenLink(db, link.proof, isoTime(platform.clock.now())))) throw new BusinessError(link.noLongerValid);
    await requireUncommonPassword(newPassword);
    await useUp(context, link, newPassword);
  } catch (error) {
    if (error instanceof BusinessError) await recordAnonymous(context, link.call, NOBODY, 'error', error.message);
    throw error;
  }
}
