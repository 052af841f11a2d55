import { calls } from '@device-console/shared-lib/contract';
import { IdentityFailure } from './identity-provider.ts';
import { revokeSession } from '../../core/store/sessions.ts';
import { findIdToken } from './sign-on-rows.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { recordCall } from '../../core/audit/audit.ts';
import type { Service } from '../../core/calls/context.ts';
import { logOutage, type SignOn } from './sign-on-parts.ts';

/**
 * Ends the caller's session, and returns where the browser goes to end the one at the provider. If the provider is
 * down, the answer says that the session there may go on (S28).
 */
export const signOut: Service<'signOut'> = async (context) => {
  const { db, platform, actor } = context;
  const message = 'Logged out';
  const idToken = await inTransaction(db, async (tx) => {
    const kept = await findIdToken(tx, actor.credentialId);
    await revokeSession(tx, actor.credentialId, isoTime(platform.clock.now()), 'logout');
    await recordCall({ ...context, db: tx }, { call: calls.signOut.path, message });
    return kept;
  });
  const { signOn } = platform;
  const there = actor.signedOn && signOn?.endsSession ? signOn : undefined;
  if (!there) return { status: 'success', message };
  const audience = actor.userlevel === 'SUPERADMIN' ? 'superadmin' : 'standard';
  return { status: 'success', message, ...(await logoutThere(there, idToken, audience)) };

  async function logoutThere({ provider, idTokens }: SignOn, sealed: string | undefined, state: string) {
    const hint = sealed === undefined ? undefined : idTokens.open(sealed, provider.issuer);
    try {
      return { address: await provider.logoutAddress(hint, state) };
    } catch (error) {
      if (!(error instanceof IdentityFailure)) throw error;
      logOutage(platform, error);
      return {
        notice: `You are logged out here. ${provider.name} could not be reached, so you may still be logged in there.`,
      };
    }
  }
};
