import { hashSecret, newSecret } from '../../core/security/tokens.ts';
import { insertChallenge } from '../../core/store/identity-challenges.ts';
import { isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import type { CallContext } from '../../core/calls/context.ts';

const ANSWER_TIME = 5 * MINUTE;

/** Keeps what a browser of this session is asked for a passkey with: it counts once, within five minutes (S19). */
export function askPasskey(
  { db, platform, actor }: CallContext,
  purpose: 'proof' | 'registration',
  challenge: string,
): Promise<void> {
  const now = platform.clock.now();
  return insertChallenge(db, {
    accountId: actor.accountId,
    sessionId: actor.credentialId,
    purpose,
    ticketHash: hashSecret(newSecret()),
    challenge,
    at: isoTime(now),
    expiresAt: isoAfter(now, ANSWER_TIME),
  });
}
