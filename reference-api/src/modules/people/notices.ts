import type { CallContext } from '../../core/calls/context.ts';
import { type Letter, type Recipient, sendMail } from '../../core/accounts/send-mail.ts';

/** The last line of a notice about one's own account. */
export const NOT_YOU = 'If it was not you, tell your admin at once.';

/** Mails a letter once the call's writes are committed. */
export function tellLater(context: CallContext, letter: Letter, to: Recipient): void {
  context.afterCommit((db) => sendMail({ ...context, db }, letter, to));
}

/** Mails a letter to every superadmin who may log in, once the call's writes are committed. */
export function tellSuperadmins(context: CallContext, letter: Letter): void {
  context.afterCommit(async (db) => {
    const superadmins = await db
      .selectFrom('accounts')
      .select(['id', 'email'])
      .where('role', '=', 'SUPERADMIN')
      .where('status', '=', 'ACTIVE')
      .orderBy('email')
      .execute();
    for (const to of superadmins) await sendMail({ ...context, db }, letter, to);
  });
}
