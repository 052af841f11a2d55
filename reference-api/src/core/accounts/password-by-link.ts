import { requireNoOwnWords, requireUncommonPassword } from '../security/password-rules.ts';
import { resetLimits } from '../security/throttle.ts';
import { findAccountById, holdActiveAccount, type Account } from '../store/accounts.ts';
import { ownerOfOpenLink, takeLink, type LinkProof } from '../store/password-resets.ts';
import { inTransaction, type Database } from '../store/store.ts';
import { isoTime } from '../time/clock.ts';
import { admit } from '../calls/admission.ts';
import { recordAnonymous } from '../audit/audit.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { AnonymousContext } from '../calls/context.ts';
import { requirePasswordsFor, replacePassword } from './account-passwords.ts';

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

/**
 * Uses the link up, and returns its active account. This is held before the link, as by whoever disables it and closes
 * its links: either the password is set before that, or not at all.
 */
async function ownerOf(db: Database, proof: LinkProof, at: string): Promise<Account | undefined> {
  const owner = await ownerOfOpenLink(db, proof, at);
  if (owner === undefined || !(await holdActiveAccount(db, owner))) return undefined;
  return (await takeLink(db, proof, at)) === owner ? findAccountById(db, owner) : undefined;
}

/** Sets the password in one transaction with using up the link; a password that is refused leaves the link as it is. */
async function useUp(context: AnonymousContext, link: PasswordLink, newPassword: string): Promise<void> {
  const { db, platform } = context;
  const passwordHash = await platform.passwords.hash(newPassword);
  await inTransaction(db, async (tx) => {
    const at = isoTime(platform.clock.now());
    const account = await ownerOf(tx, link.proof, at);
    if (!account) throw new BusinessError(link.noLongerValid);
    requirePasswordsFor(platform, account.role);
    requireNoOwnWords(newPassword, account);
    await replacePassword(tx, account.id, passwordHash, at);
    await recordAnonymous({ ...context, db: tx }, link.call, account, 'success', link.done);
  });
}

async function tryLink(context: AnonymousContext, link: PasswordLink, newPassword: string): Promise<void> {
  const { db, platform } = context;
  try {
    // Before any work is done for somebody who has no link.
    if ((await ownerOfOpenLink(db, link.proof, isoTime(platform.clock.now()))) === undefined)
      throw new BusinessError(link.noLongerValid);
    await requireUncommonPassword(newPassword);
    await useUp(context, link, newPassword);
  } catch (error) {
    if (error instanceof BusinessError) await recordAnonymous(context, link.call, NOBODY, 'error', error.message);
    throw error;
  }
}

/** Sets a password by a mailed link, once (P2, U5); ends every session and revokes every key of the account (K3). */
export async function setPasswordByLink(
  context: AnonymousContext,
  link: PasswordLink,
  newPassword: string,
): Promise<void> {
  const who = { account: link.proof.secretHash, typed: '' };
  await admit(context, link.call, resetLimits, who, () => tryLink(context, link, newPassword));
}
