import type { Mail } from '../mail/mail.ts';
import { recordAnonymous } from '../audit/audit.ts';
import type { AnonymousContext, CallContext } from '../calls/context.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { closePasswordResets, insertInvitation } from '../store/password-resets.ts';
import { HOUR, isoAfter, isoTime } from '../time/clock.ts';

/** A mail whose link sets a password. */
export interface LinkMail {
  /** Path of the call that asked for it, as the audit names it. */
  readonly call: string;
  /** Its name if it could not be delivered. */
  readonly name: string;
  readonly subject: string;
  /** Path of the page that its link opens; the secret follows. */
  readonly page: string;
  /** The text around the link. */
  readonly text: (link: string) => readonly string[];
}

export const resetMail: LinkMail = {
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

export const invitationMail = (inviter: string): LinkMail => ({
  call: 'inviteUser.php',
  name: 'the mail with the invitation',
  subject: 'Device Console: your account',
  page: 'invitation',
  text: (link) => [
    `${inviter} has made a Device Console account for you.`,
    '',
    'Open this link within 72 hours and choose your password. It works once:',
    link,
    '',
    `If you expected no such mail, you need do nothing; tell ${inviter}.`,
  ],
});

export const letInMail = (superadmin: string): LinkMail => ({
  call: 'updateUserStatus.php',
  name: 'the mail with the link to choose a password',
  subject: 'Device Console: choose a new password',
  page: 'invitation',
  text: (link) => [
    `Your Device Console account was closed to everybody, because it was in the wrong hands. ${superadmin} has ` +
      'opened it for you again. Its password and API keys are gone.',
    '',
    'Open this link within 72 hours and choose a new password, which you use nowhere else. It works once:',
    link,
    '',
    `If you do not know why, speak with ${superadmin} before you open it.`,
  ],
});

/**
 * Hands over a mail with a link. A failure goes to the log and the audit, without the link: whoever reads those must
 * not be able to use it. Only the demo logs it, because its mails reach nobody.
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

const INVITATION_TIME = 72 * HOUR;

/** Mails a link with which an account's owner chooses a password, once, within 72 hours; earlier links end. */
export async function mailInvitation(
  context: CallContext,
  account: { readonly id: number; readonly email: string },
  mail: LinkMail,
): Promise<void> {
  const { db, platform } = context;
  const now = platform.clock.now();
  const secret = newSecret();
  await closePasswordResets(db, account.id, isoTime(now));
  await insertInvitation(db, {
    account_id: account.id,
    secret_hash: hashSecret(secret),
    created_at: isoTime(now),
    expires_at: isoAfter(now, INVITATION_TIME),
  });
  context.afterCommit((base) => sendLink({ ...context, db: base }, mail, account, secret));
}
