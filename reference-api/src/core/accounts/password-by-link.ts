import { roles } from '@device-console/shared-lib/contract';
import { recordAnonymous } from '../audit/audit.ts';
import { admit } from '../calls/admission.ts';
import type { AnonymousContext, AnonymousService } from '../calls/context.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { requireNoOwnWords, requireUncommonPassword } from '../security/password-rules.ts';
import { forgotLimits, resetLimits } from '../security/throttle.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { type Account, findAccountById, holdAccount } from '../store/accounts.ts';
import { insertPasswordReset, type LinkProof, ownerOfOpenLink, takeLink } from '../store/password-resets.ts';
import { type Database, inTransaction } from '../store/store.ts';
import { isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { replacePassword, requirePasswordsFor } from './account-passwords.ts';
import type { Mail } from '../mail/mail.ts';

interface PasswordLink {
  /** Path of the call that uses it. */
  readonly call: string;
  readonly proof: LinkProof;
  readonly noLongerValid: string;
  /** The audit's text once it is used. */
  readonly done: string;
}

const NOBODY = { id: null, email: '' };

/**
 * Uses the link up, and returns its active account. Holds the account before the link, like whoever disables it and
 * closes its links: the password is set either before that, or not at all.
 */
async function ownerOf(db: Database, proof: LinkProof, at: string): Promise<Account | undefined> {
  const owner = await ownerOfOpenLink(db, proof, at);
  if (owner === undefined || !(await holdAccount(db, owner))) return undefined;
  return (await takeLink(db, proof, at)) === owner ? findAccountById(db, owner) : undefined;
}

/** Works in one transaction; a refused password leaves the link valid. */
async function useUp(context: AnonymousContext, link: PasswordLink, newPassword: string): Promise<void> {
  const { db, platform } = context;
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

async function tryLink(context: AnonymousContext, link: PasswordLink, newPassword: string): Promise<void> {
  const { db, platform } = context;
  try {
    // Before doing any work for somebody without a link.
    if ((await ownerOfOpenLink(db, link.proof, isoTime(platform.clock.now()))) === undefined)
      throw new BusinessError(link.noLongerValid);
    await requireUncommonPassword(newPassword);
    await useUp(context, link, newPassword);
  } catch (error) {
    if (error instanceof BusinessError) await recordAnonymous(context, link.call, NOBODY, 'error', error.message);
    throw error;
  }
}

/** Works once (P2, U5); ends every session and revokes every key of the account (K3). */
export async function setPasswordByLink(
  context: AnonymousContext,
  link: PasswordLink,
  newPassword: string,
): Promise<void> {
  const who = { account: link.proof.secretHash, typed: '' };
  await admit(context, link.call, resetLimits, who, () => tryLink(context, link, newPassword));
}

const RESET_TIME = 30 * MINUTE;
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
 * Mails a link with the secret, and returns a handle that does nothing alone (P1, D18). Unknown and disabled accounts
 * get the same answer with the same database statements; the mail goes out after it, so that timing reveals nothing.
 */
export const forgotPassword: AnonymousService<'forgotPassword'> = async (context, body) => {
  const { platform } = context;
  const email = body.email.trim().toLowerCase();
  const who = { account: email, typed: email };
  const { secret, handle, accountId } = await admit(context, FORGOT, forgotLimits, who, () => makeLink(context, email));
  if (accountId !== undefined) platform.runInBackground(sendLink(context, resetMail, { id: accountId, email }, secret));
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

export interface LinkMail {
  /** Path of the call, for the audit. */
  readonly call: string;
  /** Its name if it could not be delivered. */
  readonly name: string;
  readonly subject: string;
  /** The page that its link opens; the secret follows. */
  readonly page: string;
  readonly text: (link: string) => readonly string[];
}

const resetMail: LinkMail = {
  call: 'forgotPassword.php',
  name: 'the mail with the reset link',
  subject: 'Device Console: set a new password',
  page: 'resetPassword',
  text: (link) => [
    'Somebody asked to set a new password for your Device Console account.',
    '',
    'Open this link within 30 minutes, in the browser in which you asked for it:',
    link,
    '',
    'If it was not you, you need do nothing.',
  ],
};

/**
 * Delivers a mail with a link. A failure goes to the log and the audit without the link, which their readers must not
 * use. Only the demo logs it, because its mails reach nobody.
 */
export async function sendLink(
  context: AnonymousContext,
  { call, name, subject, page, text }: LinkMail,
  account: { readonly id: number; readonly email: string },
  secret: string,
): Promise<void> {
  const { mailer, publicUrl, log, demo } = context.platform;
  const link = `${publicUrl}/${page}/${secret}`;
  if (demo) log.info({ link, mail: name }, 'demo: the link of a mail');
  const mail: Mail = { to: account.email, subject, text: text(link).join('\r\n') };
  try {
    await mailer.send(mail);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(secret, '…');
    log.error({ reason, mail: name, accountId: account.id }, 'a mail with a link could not be handed over');
    const said = `${name.replace(/^t/, 'T')} could not be handed over: ${reason}`;
    await recordAnonymous(context, call, account, 'error', said);
  }
}
