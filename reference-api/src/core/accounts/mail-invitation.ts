import { hashSecret, newSecret } from '../security/tokens.ts';
import { closePasswordResets, insertInvitation } from '../store/password-resets.ts';
import { HOUR, isoAfter, isoTime } from '../time/clock.ts';
import type { CallContext } from '../calls/context.ts';
import { sendLink, type LinkMail } from './link-mail.ts';

const INVITATION_TIME = 72 * HOUR;

/** Mails a link by which the owner of an account chooses its password, once, within 72 hours; earlier ones are over. */
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
    accountId: account.id,
    secretHash: hashSecret(secret),
    at: isoTime(now),
    expiresAt: isoAfter(now, INVITATION_TIME),
  });
  context.afterCommit((base) => sendLink({ ...context, db: base }, mail, account, secret));
}
