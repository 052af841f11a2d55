import { awaitCalls } from '../store/credentials.ts';
import { closeChallenges } from '../store/identity-challenges.ts';
import type { AccessEnd } from '../store/schema-people.ts';
import { revokeApiKeysOf } from '../store/api-keys.ts';
import { revokeSessionsOf } from '../store/sessions.ts';
import type { Database } from '../store/store.ts';

/** How many of an account's half-open logins, sessions and keys there were. */
interface Withdrawn {
  readonly logins: number;
  readonly sessions: number;
  readonly keys: number;
}

/**
 * Ends an account's sessions, but for one where that is said, and revokes its API keys for good: whoever had stolen
 * either has nothing left (K3). What its calls that are under way write is there before.
 */
export async function withdrawAccess(
  db: Database,
  accountId: number,
  because: AccessEnd,
  at: string,
  exceptSession = 0,
): Promise<Withdrawn> {
  await awaitCalls(db, accountId);
  // First: a login that is being completed ends here, or its session is there to be ended.
  const logins = await closeChallenges(db, accountId);
  return {
    logins,
    sessions: await revokeSessionsOf(db, accountId, at, because, exceptSession),
    keys: await revokeApiKeysOf(db, accountId, at),
  };
}
