import { closeChallenges } from '../store/identity-challenges.ts';
import type { AccessEnd } from '../store/schema-people.ts';
import { revokeApiKeysOf } from '../store/api-keys.ts';
import { revokeSessionsOf } from '../store/sessions.ts';
import type { Database } from '../store/store.ts';

/** How many of an account's sessions and keys there were. */
interface Withdrawn {
  readonly sessions: number;
  readonly keys: number;
}

/**
 * Ends an account's sessions, but for one where that is said, and revokes its API keys for good: whoever had stolen
 * either has nothing left (K3).
 */
export async function withdrawAccess(
  db: Database,
  accountId: number,
  because: AccessEnd,
  at: string,
  exceptSession = 0,
): Promise<Withdrawn> {
  // First: a login that is being completed ends here, or its session is there to be ended.
  await closeChallenges(db, accountId);
  return {
    sessions: await revokeSessionsOf(db, accountId, at, because, exceptSession),
    keys: await revokeApiKeysOf(db, accountId, at),
  };
}
