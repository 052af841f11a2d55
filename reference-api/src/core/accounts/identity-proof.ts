import { calls } from '@device-console/shared-lib/contract';
import { recordCall } from '../audit/audit.ts';
import type { CallContext } from '../calls/context.ts';
import { factorLimits, forgetRightfulAttempt, identityOf } from '../security/throttle.ts';
import { noteAuthentication } from '../store/sessions.ts';
import { isoTime } from '../time/clock.ts';

/** By logging in at the identity provider again (S30), if linked there. A factor here is asked for instead. */
export async function provesBySignOn({
  db,
  platform,
  actor,
}: Pick<CallContext, 'db' | 'platform' | 'actor'>): Promise<boolean> {
  const { singleSignOn } = platform;
  return !actor.hasFactor && singleSignOn !== undefined && singleSignOn.isLinked(db, actor.accountId);
}

/** In a transaction; returns the message. */
export async function noteProof(context: CallContext, call: 'proveIdentity' | 'proveBySignOn', body: object) {
  const { db, platform, actor, address } = context;
  const message = 'You have confirmed that it is you.';
  await forgetRightfulAttempt(db, platform.clock, factorLimits, identityOf(actor.accountId), address);
  await noteAuthentication(db, actor.credentialId, isoTime(platform.clock.now()));
  await recordCall(context, { call: calls[call].path, body, message });
  return message;
}
