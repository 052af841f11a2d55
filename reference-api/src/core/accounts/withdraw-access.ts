import { awaitCalls } from '../store/credentials.ts';
import type { AccessEnd } from '../store/schema.ts';
import { revokeApiKeysOf } from '../store/api-keys.ts';
import { revokeSessionsOf } from '../store/sessions.ts';
import type { AnonymousContext } from '../calls/context.ts';

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
  { db, platform }: Pick<AnonymousContext, 'db' | 'platform'>,
  accountId: number,
  because: AccessEnd,
  at: string,
  exceptSession = 0,
): Promise<Ended> {
  await awaitCalls(db, accountId);
  // First: a login that is being completed ends here, or its session is there to be ended.
  const logins = await platform.factors.closeLogins(db, accountId);
  return { logins, sessions: await revokeSessionsOf(db, accountId, at, because, exceptSession) };
}

/** Like {@link endSessions}, and revokes the API keys for good: whoever stole either has nothing left (K3). */
export async function withdrawAccess(
  ...[context, accountId, because, at, exceptSession]: Parameters<typeof endSessions>
): Promise<Ended & { readonly keys: number }> {
  const ended = await endSessions(context, accountId, because, at, exceptSession);
  return { ...ended, keys: await revokeApiKeysOf(context.db, accountId, at) };
}
