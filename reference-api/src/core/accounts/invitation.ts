import { roles } from '@device-console/shared-lib/contract';
import type { CallContext } from '../calls/context.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { closePasswordResets, insertLink, NO_HANDLE } from '../store/password-resets.ts';
import { HOUR, isoAfter, isoTime } from '../time/clock.ts';
import { type Letter, type Recipient, tellLater } from './send-mail.ts';

/** The link works once, for 72 hours; earlier ones stop working. */
export async function mailInvitation(
  context: CallContext,
  account: Recipient,
  letter: Letter,
  purpose: 'invitation' | 'reset' = 'invitation',
): Promise<void> {
  const { db, platform } = context;
  const now = platform.clock.now();
  const secret = newSecret();
  await closePasswordResets(db, account.id, isoTime(now));
  await insertLink(db, account.email, roles, {
    purpose,
    secretHash: hashSecret(secret),
    handleHash: NO_HANDLE,
    at: isoTime(now),
    expiresAt: isoAfter(now, 72 * HOUR),
  });
  tellLater(context, { ...letter, page: 'invitation', secret }, account);
}
