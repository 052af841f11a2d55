import { recordAnonymous } from '../../core/audit/audit.ts';
import type { AnonymousContext, CallContext } from '../../core/calls/context.ts';

export interface Notice {
  /** What the audit of a failed mail names: the path of the call, or the budget. */
  readonly call: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** The page that it links to, by default the console's first. */
  readonly page?: string;
}

/** The last line of a notice about one's own account. */
export const NOT_YOU = 'If it was not you, tell your admin at once.';

interface Recipient {
  readonly id: number;
  readonly email: string;
}

/** Mails a notice. A failure is logged and audited; what the notice tells of stays. */
export async function sendNotice(
  context: AnonymousContext,
  { call, subject, lines, page = '' }: Notice,
  to: Recipient,
): Promise<void> {
  const { mailer, publicUrl, log } = context.platform;
  const text = [...lines, '', `${publicUrl}/${page}`].join('\r\n');
  try {
    await mailer.send({ to: to.email, subject: `Device Console: ${subject}`, text });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason, notice: subject, accountId: to.id }, 'a notice could not be mailed');
    await recordAnonymous(context, call, to, 'error', `The notice could not be mailed: ${reason}`);
  }
}

/** Mails a notice once the call's writes are committed. */
export function tellLater(context: CallContext, notice: Notice, to: Recipient): void {
  context.afterCommit((db) => sendNotice({ ...context, db }, notice, to));
}

/** Mails a notice to every superadmin who may log in, once the call's writes are committed. */
export function tellSuperadmins(context: CallContext, notice: Notice): void {
  context.afterCommit(async (db) => {
    const superadmins = await db
      .selectFrom('accounts')
      .select(['id', 'email'])
      .where('role', '=', 'SUPERADMIN')
      .where('status', '=', 'ACTIVE')
      .orderBy('email')
      .execute();
    for (const to of superadmins) await sendNotice({ ...context, db }, notice, to);
  });
}
