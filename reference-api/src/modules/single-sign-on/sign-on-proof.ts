import { calls } from '@device-console/shared-lib/contract';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { factorLimits, identityOf, signOnLimits } from '../../core/security/throttle.ts';
import { hashSecret } from '../../core/security/tokens.ts';
import { findLinkedAccount, takeCode } from './sign-on-rows.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { admit, attemptWithin } from '../../core/calls/admission.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { provesBySignOn, noteProof } from '../second-factors/prove-identity.ts';
import { needsFactor } from '../second-factors/identity-rules.ts';
import { beginAtProvider, logOutage, signedOnBy, signOnOf, SIGN_ON_OVER } from './sign-on-parts.ts';

async function requireOffered(context: CallContext): Promise<void> {
  const { name } = signOnOf(context.platform).provider;
  if (!(await provesBySignOn(context)))
    throw new BusinessError(`Your account is not confirmed with ${name}. Please choose another way.`);
}

/** Begins a proof of identity at the provider, where the caller must log in again (S30). */
export const beginSignOnProof: Service<'beginSignOnProof'> = async (context) => {
  const { platform, actor } = context;
  await requireOffered(context);
  const caller = { account: identityOf(actor.accountId), typed: actor.email };
  const asking = { sessionId: actor.credentialId, email: actor.email };
  const begun = await admit(context, calls.beginSignOnProof.path, signOnLimits, caller, () =>
    beginAtProvider(context, async (failure) => logOutage(platform, failure), asking),
  );
  return { status: 'success', message: '', ...begun };
};

/** Returns why the provider's answer does not prove who the caller is; undefined if it does. */
async function refusalOf(
  { db, platform, actor }: CallContext,
  taken: Awaited<ReturnType<typeof takeCode>>,
): Promise<string | undefined> {
  const signOn = signOnOf(platform);
  const { name, issuer } = signOn.provider;
  if (!taken) return SIGN_ON_OVER;
  const { subject, failure, acr, amr } = taken;
  if (subject === null) return failure ?? SIGN_ON_OVER;
  if ((await findLinkedAccount(db, issuer, subject)) !== actor.accountId)
    return `Somebody else logged in at ${name}. Please log in there as ${actor.email}. Nothing was confirmed.`;
  const mustShowFactor = needsFactor(platform, { userlevel: actor.userlevel, signedOn: undefined });
  if (mustShowFactor && signedOnBy(signOn, { acr: acr ?? '', amr: amr ?? '' }) !== 'factor')
    return `${name} did not say that you showed a second factor, which your role needs. Nothing was confirmed.`;
  return undefined;
}

async function tryCode(context: CallContext, { code, handle }: { readonly code: string; readonly handle: string }) {
  const { db, platform, actor } = context;
  await requireOffered(context);
  const proven = await inTransaction(db, async (tx) => {
    const within = { ...context, db: tx };
    const proof = { codeHash: hashSecret(code), handleHash: hashSecret(handle), sessionId: actor.credentialId };
    const taken = await takeCode(tx, proof, isoTime(platform.clock.now()));
    const refusal = await refusalOf(within, taken);
    if (refusal !== undefined) return { refusal };
    const by = { by: 'sign-on', acr: taken?.acr ?? '', amr: taken?.amr ?? '' };
    return { message: await noteProof(within, 'proveBySignOn', by) };
  });
  // After the commit: a code counts once, even if it is refused.
  if ('refusal' in proven) throw new BusinessError(proven.refusal);
  return proven.message;
}

/** Proves who the caller is by a new login at the provider, with the linked subject (S30). */
export const proveBySignOn: Service<'proveBySignOn'> = async (context, proof) => {
  const identity = identityOf(context.actor.accountId);
  const message = await attemptWithin(context, factorLimits, identity, () => tryCode(context, proof));
  return { status: 'success', message };
};
