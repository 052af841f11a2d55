import type { AnonymousContext } from '../../core/calls/context.ts';
import { recordAnonymous } from '../../core/audit/audit.ts';

/** A notice by mail to the owner of an account. */
export interface Notice {
  /** Path of the call that caused it, as the audit names it. */
  readonly call: string;
  readonly subject: string;
  readonly text: readonly string[];
}

/** Mails an account's owner what happened to it. A failure is logged and audited; the change stays. */
export async function sendNotice(
  context: AnonymousContext,
  { call, subject, text }: Notice,
  account: { readonly id: number; readonly email: string },
): Promise<void> {
  const { mailer, publicUrl, log } = context.platform;
  const lines = [...text, '', 'If it was not you, tell your admin at once.', '', publicUrl];
  try {
    await mailer.send({ to: account.email, subject: `Device Console: ${subject}`, text: lines.join('\r\n') });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason, notice: subject, accountId: account.id }, 'a notice could not be mailed');
    await recordAnonymous(context, call, account, 'error', `The notice could not be mailed: ${reason}`);
  }
}
