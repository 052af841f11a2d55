import { awaitCalls } from '../store/accounts.ts';
import type { AccessEnd } from '../store/schema.ts';
import { revokeApiKeysOf } from '../store/api-keys.ts';
import { revokeSession, revokeSessionsOf } from '../store/sessions.ts';
import type { AnonymousContext, Service } from '../calls/context.ts';
import { isoTime } from '../time/clock.ts';

/** Returns numbers of half-open logins and sessions, except `exceptSession`. Running calls commit first. */
export async function endSessions(
  { db, platform }: Pick<AnonymousContext, 'db' | 'platform'>,
  accountId: number,
  because: AccessEnd,
  at: string,
  exceptSession = 0,
) {
  await awaitCalls(db, accountId);
  // First: a login being completed either ends here, or its session is there to be ended.
  const logins = await platform.factors.closeLogins(db, accountId);
  return { logins, sessions: await revokeSessionsOf(db, accountId, at, because, exceptSession) };
}

/** Like {@link endSessions}, and revokes the API keys for good: a thief of either has nothing left (K3). */
export async function withdrawAccess(
  ...[context, accountId, because, at, exceptSession]: Parameters<typeof endSessions>
) {
  const ended = await endSessions(context, accountId, because, at, exceptSession);
  return { ...ended, keys: await revokeApiKeysOf(context.db, accountId, at) };
}

/** Ends the session of the token (S6). */
export const logout: Service<'logout'> = async ({ db, platform, actor }) => {
  await revokeSession(db, actor.credentialId, isoTime(platform.clock.now()), 'logout');
  return { status: 'success', message: 'Logged out' };
};
