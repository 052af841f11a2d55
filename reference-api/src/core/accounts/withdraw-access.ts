import { awaitCalls } from '../store/credentials.ts';
import { closeChallenges } from '../store/identity-challenges.ts';
import type { AccessEnd } from '../store/schema.ts';
import { revokeApiKeysOf } from '../store/api-keys.ts';
import { revokeSessionsOf } from '../store/sessions.ts';
import type { Database } from '../store/store.ts';

/** How many of an account's half-open logins and sessions there were. */
interface Ended {
  readonly logins: number;
  readonly sessions: number;
}

/**
 * Ends an account's half-open logins and sessions, but for one session where that is said. What its calls that are
 * under way write is there before.
 */
export async function endSessions(
  db: Database,
  accountId: number,
  because: AccessEnd,
  at: string,
  exceptSession = 0,
): Promise<Ended> {
  await awaitCalls(db, accountId);
  // First: a login that is being completed ends here, or its session exists and is ended.
  const logins = await closeChallenges(db, accountId);
  return { logins, sessions: await revokeSessionsOf(db, accountId, at, because, exceptSession) };
}

/** Like {@link endSessions}, and revokes the API keys for good: whoever stole either has nothing left (K3). */
export async function withdrawAccess(
  ...[db, accountId, because, at, exceptSession]: Parameters<typeof endSessions>
): Promise<Ended & { readonly keys: number }> {
  const ended = await endSessions(db, accountId, because, at, exceptSession);
  return { ...ended, keys: await revokeApiKeysOf(db, accountId, at) };
}
