import type { Service } from '../calls/context.ts';
import { revokeSession } from '../store/sessions.ts';
import { isoTime } from '../time/clock.ts';

/** Ends the session of the token (S6). */
export const logout: Service<'logout'> = async ({ db, platform, actor }) => {
  await revokeSession(db, actor.credentialId, isoTime(platform.clock.now()), 'logout');
  return { status: 'success', message: 'Logged out' };
};
