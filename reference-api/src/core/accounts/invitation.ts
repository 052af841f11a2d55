import { roles } from '@device-console/shared-lib/contract';
import type { CallContext } from '../calls/context.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { closePasswordResets, insertLink, NO_HANDLE } from '../store/password-resets.ts';
import { HOUR, isoAfter, isoTime } from '../time/clock.ts';
import type { Database } from '../store/store.ts';
import { type Letter, type Recipient, tellLater } from './send-mail.ts';

/** Returns the secret of a link that works once, for 72 hours; earlier ones stop working. */
export async function makeInvitation(
  db: Database,
  account: Recipient,
  now: Date,
  purpose: 'invitation' | 'reset' = 'invitation',
): Promise<string> {
  const secret = newSecret();
  await closePasswordResets(db, account.id, isoTime(now));
  await insertLink(db, account.email, roles, {
    purpose,
    secretHash: hashSecret(secret),
    handleHash: NO_HANDLE,
    at: isoTime(now),
    expiresAt: isoAfter(now, 72 * HOUR),
  });
  return secret;
}

/** Mails the link of {@link makeInvitation}. */
export async function mailInvitation(
  context: CallContext,
  account: Recipient,
  letter: Letter,
  purpose: 'invitation' | 'reset' = 'invitation',
): Promise<void> {
  const { db, platform } = context;
  const secret = await makeInvitation(db, account, platform.clock.now(), purpose);
  tellLater(context, { ...letter, page: 'invitation', secret }, account);
}
