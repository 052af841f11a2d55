import { calls, type ProofKind } from '@device-console/shared-lib/contract';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { factorLimits, forgetRightfulAttempt, identityOf } from '../../core/security/throttle.ts';
import { findAccountForLogin } from '../../core/store/accounts.ts';
import { takeSessionChallenge } from './identity-challenges.ts';
import { noteAuthentication } from '../../core/store/sessions.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { attemptWithin } from '../../core/calls/admission.ts';
import { recordCall } from '../../core/audit/audit.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { hasEnded } from '../../core/accounts/account-passwords.ts';
import { mayProveByPassword, proofOffers, proveByFactor, type FactorProof, askPasskey } from './identity-proof.ts';

/** Returns how the caller can prove who they are, and the options for their passkey (S18). */
export const identityOptions: Service<'identityOptions'> = async (context) => {
  const { offers, passkey } = await proofOffers(context);
  const answer = { status: 'success', message: '', offers: offers.join(',') } as const;
  if (!passkey) return answer;
  await askPasskey(context, 'proof', passkey.challenge);
  return { ...answer, passkey: { ...passkey } };
};

type Proof = FactorProof & { readonly password?: string | undefined };

async function isOwnPassword({ db, platform, actor }: CallContext, password: string | undefined): Promise<boolean> {
  if (!mayProveByPassword(platform, actor)) return false;
  const account = await findAccountForLogin(db, actor.email);
  if (!account || hasEnded(account, platform.clock.now())) return false;
  return platform.passwords.verify(account.password_hash, password ?? '');
}

const WRONG: Readonly<Record<'password' | 'factor', string>> = {
  password: 'The password is wrong.',
  factor: 'This was not accepted. Please try again, with the present code.',
};

/** Returns how the caller proved who they are; undefined if they did not. With a factor, no password counts. */
async function provenBy(context: CallContext, { password, ...proof }: Proof): Promise<ProofKind | undefined> {
  const { db, platform, actor } = context;
  if (!actor.hasFactor) return (await isOwnPassword(context, password)) ? 'password' : undefined;
  const at = isoTime(platform.clock.now());
  return inTransaction(db, (tx) =>
    proveByFactor({ db: tx, platform }, actor.accountId, proof, () =>
      takeSessionChallenge(tx, actor.credentialId, 'proof', at),
    ),
  );
}

async function tryProof(context: CallContext, proof: Proof): Promise<string> {
  const { db, platform, actor, address } = context;
  const how = await provenBy(context, proof);
  if (!how) throw new BusinessError(WRONG[actor.hasFactor ? 'factor' : 'password']);
  const message = 'You have confirmed that it is you.';
  await inTransaction(db, async (tx) => {
    const at = isoTime(platform.clock.now());
    await forgetRightfulAttempt(tx, platform.clock, factorLimits, identityOf(actor.accountId), address);
    await noteAuthentication(tx, actor.credentialId, at);
    await recordCall({ ...context, db: tx }, { call: calls.proveIdentity.path, body: { by: how }, message });
  });
  return message;
}

/** Proves who the caller is: by a factor, or by the password if the account has none (S18). */
export const proveIdentity: Service<'proveIdentity'> = async (context, body) => {
  const identity = identityOf(context.actor.accountId);
  const message = await attemptWithin(context, factorLimits, identity, () => tryProof(context, body));
  return { status: 'success', message };
};
