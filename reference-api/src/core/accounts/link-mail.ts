import { recordAnonymous } from '../audit/audit.ts';
import type { AnonymousContext } from '../calls/context.ts';
import type { Mail } from '../mail/mail.ts';

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
