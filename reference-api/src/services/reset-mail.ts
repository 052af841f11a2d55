import { recordAnonymous } from './audit.ts';
import type { AnonymousContext } from './context.ts';

function textOf(link: string): string {
  return [
    'Somebody asked to set a new password for your Device Console account.',
    '',
    'Open this link within 30 minutes, in the browser in which you asked for it:',
    link,
    '',
    'If it was not you, you need do nothing.',
  ].join('\r\n');
}

/**
 * Hands over the mail with the reset link. A failure goes to the log and the audit, without the link: whoever reads
 * those must not be able to use it. Only the demo logs it, because its mails reach nobody.
 */
export async function mailResetLink(
  context: AnonymousContext,
  account: { readonly id: number; readonly email: string },
  secret: string,
): Promise<void> {
  const { mailer, publicUrl, log, demo } = context.platform;
  const link = `${publicUrl}/resetPassword/${secret}`;
  if (demo) log.info({ link }, 'demo: the link of the reset mail');
  try {
    await mailer.send({ to: account.email, subject: 'Device Console: set a new password', text: textOf(link) });
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(secret, '…');
    log.error({ reason, accountId: account.id }, 'the mail with the reset link could not be handed over');
    await recordAnonymous(
      context,
      'forgotPassword.php',
      account,
      'error',
      `The mail with the reset link could not be handed over: ${reason}`,
    );
  }
}
