import { HOUR, isoAfter, isoTime } from '../time/clock.ts';
import { hashSecret } from '../security/tokens.ts';
import type { SignedOn } from '../store/schema.ts';
import { insertSession, openSessionsOf, revokeSession } from '../store/sessions.ts';
import { recordAnonymous } from '../audit/audit.ts';
import type { AnonymousContext, Platform } from '../calls/context.ts';

/** A session, as its holder is told about it. */
interface OpenedSession {
  readonly token: string;
  /** When it ends, in ISO 8601. */
  readonly expiry: string;
  /** What else its holder should know; '' for nothing. */
  readonly notice: string;
}

/** Sessions last used before this time are idle; undefined if none ever is (S11). */
export function usedSince({ clock, sessions }: Pick<Platform, 'clock' | 'sessions'>): string | undefined {
  return sessions.idle === undefined ? undefined : isoAfter(clock.now(), -sessions.idle);
}

const inWords = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** Ends the oldest sessions beyond the limit, and tells the audit and the person who has logged in (S13). */
async function endOldest(
  context: AnonymousContext,
  call: string,
  account: { readonly id: number; readonly email: string },
): Promise<string> {
  const { db, platform } = context;
  const at = isoTime(platform.clock.now());
  const { most } = platform.sessions;
  const open = await openSessionsOf(db, account.id, { at, usedSince: usedSince(platform) });
  const texts: string[] = [];
  for (const { id, created_at: begun, address } of open.slice(most)) {
    await revokeSession(db, id, at, 'too many');
    const from = address ? ` from ${address}` : '';
    texts.push(`Your session of ${inWords(begun)}${from} has ended, because an account has at most ${most} sessions.`);
  }
  for (const text of texts) await recordAnonymous(context, call, account, 'success', text);
  return texts.join(' ');
}

/** The result of a login at the identity provider: how strong it was, and its sealed ID token. */
export interface SignOnFacts {
  readonly signed_on: SignedOn;
  readonly id_token: string | null;
}

/**
 * Opens a session for an account whose holder has just proved who he is: the one place where sessions begin. Must be in
 * a transaction that holds the account; `call` is the path that the audit names.
 */
export async function openSession(
  context: AnonymousContext,
  call: string,
  account: { readonly id: number; readonly email: string },
  signOn?: SignOnFacts,
): Promise<OpenedSession> {
  const { db, platform, address } = context;
  const now = platform.clock.now();
  const token = platform.tokens.newSession();
  const expiry = isoAfter(now, platform.sessions.hours * HOUR);
  await insertSession(db, {
    account_id: account.id,
    token_hash: hashSecret(token),
    created_at: isoTime(now),
    expires_at: expiry,
    address,
    ...signOn,
  });
  return { token, expiry, notice: await endOldest(context, call, account) };
}
