import { recordAnonymous } from '../audit/audit.ts';
import type { AnonymousContext, CallContext } from '../calls/context.ts';
import type { Account } from '../store/accounts.ts';

export interface Letter {
  /** What the audit of a failed mail names: the path of the call, or the budget. */
  readonly call: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** The page that it links to, by default the console's first. */
  readonly page?: string;
  /** Ends the link. */
  readonly secret?: string;
  readonly after?: readonly string[];
}

export type Recipient = Pick<Account, 'id' | 'email'>;

/** A failure goes to the log and the audit, without the secret. The demo logs the link: its mails reach nobody. */
export async function sendMail(
  context: AnonymousContext,
  { call, subject, lines, page = '', secret = '', after = [] }: Letter,
  to: Recipient,
): Promise<void> {
  const { mailer, publicUrl, log, demo } = context.platform;
  const link = `${publicUrl}/${page}${secret && `/${secret}`}`;
  if (demo && secret) log.info({ link, mail: subject }, 'demo: the link of a mail');
  const text = [...lines, '', link, ...after].join('\r\n');
  try {
    await mailer.send({ to: to.email, subject: `Device Console: ${subject}`, text });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const reason = secret ? said.replaceAll(secret, '…') : said;
    log.error({ reason, mail: subject, accountId: to.id }, 'a mail could not be handed over');
    await recordAnonymous(context, call, to, 'error', `The mail "${subject}" could not be handed over: ${reason}`);
  }
}

export const NOT_YOU = 'If it was not you, tell your admin at once.';

/** Once the call's writes are committed. */
export function tellLater(context: CallContext, letter: Letter, to: Recipient): void {
  context.afterCommit((db) => sendMail({ ...context, db }, letter, to));
}

/** {@link tellLater}, to every superadmin who may log in. */
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
