import { type CallName, calls, type ProofKind } from '@device-console/shared-lib/contract';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { factorLimits, forgetRightfulAttempt, identityOf } from '../../core/security/throttle.ts';
import { findAccountForLogin } from '../../core/store/accounts.ts';
import { takeSessionChallenge } from './factor-rows.ts';
import { noteAuthentication } from '../../core/store/sessions.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime, MINUTE } from '../../core/time/clock.ts';
import { attemptWithin } from '../../core/calls/admission.ts';
import { recordCall } from '../../core/audit/audit.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { hasEnded } from '../../core/accounts/account-passwords.ts';
import {
  askPasskey,
  type FactorProof,
  mayProveByPassword,
  proofOffers,
  proveByFactor,
  provesBySignOn,
} from './identity-proof.ts';
import { commandNeedsProof, needsProof, PROOF_MINUTES } from '@device-console/shared-lib/contract/server';
import { ChallengeFirst } from '../../core/errors/request-errors.ts';
import type { Batch } from '../../core/store/batches.ts';
import type { Sending } from '../../core/commands/item.ts';

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

/** Writes in a transaction that the caller has proven who they are; returns the message. */
export async function noteProof(
  context: CallContext,
  call: 'proveIdentity' | 'proveBySignOn',
  body: object,
): Promise<string> {
  const { db, platform, actor, address } = context;
  const message = 'You have confirmed that it is you.';
  await forgetRightfulAttempt(db, platform.clock, factorLimits, identityOf(actor.accountId), address);
  await noteAuthentication(db, actor.credentialId, isoTime(platform.clock.now()));
  await recordCall(context, { call: calls[call].path, body, message });
  return message;
}

async function tryProof(context: CallContext, proof: Proof): Promise<string> {
  const how = await provenBy(context, proof);
  if (!how) throw new BusinessError(WRONG[context.actor.hasFactor ? 'factor' : 'password']);
  return inTransaction(context.db, (tx) => noteProof({ ...context, db: tx }, 'proveIdentity', { by: how }));
}

/** Proves who the caller is: by a factor, or by the password if the account has none (S18). */
export const proveIdentity: Service<'proveIdentity'> = async (context, body) => {
  const identity = identityOf(context.actor.accountId);
  const message = await attemptWithin(context, factorLimits, identity, () => tryProof(context, body));
  return { status: 'success', message };
};

type Parts = Pick<CallContext, 'db' | 'platform' | 'actor'>;

/** API keys need no proof: other limits bound them (K2). */
function isProven({ platform, actor }: Pick<Parts, 'platform' | 'actor'>): boolean {
  if (actor.via === 'key' || platform.identity.stepUpRows === undefined) return true;
  const { authenticatedAt } = actor;
  if (authenticatedAt === undefined) return false;
  return Math.abs(platform.clock.now().getTime() - Date.parse(authenticatedAt)) <= PROOF_MINUTES * MINUTE;
}

async function refuse(parts: Parts): Promise<never> {
  const { offers } = await proofOffers(parts);
  const bySignOn = await provesBySignOn(parts);
  throw new ChallengeFirst('Confirm that it is you, then try again. Nothing was done yet.', {
    kind: 'proof',
    offers,
    ...(bySignOn ? { bySignOn } : {}),
  });
}

/** Refuses a call that needs a proof of identity if the last one is older than five minutes (S18). */
export async function requireProof(parts: Parts, name: CallName, body: unknown): Promise<void> {
  const { platform, actor } = parts;
  if (isProven(parts)) return;
  const facts = { rows: platform.identity.stepUpRows ?? 0, hasFactor: actor.hasFactor };
  if (needsProof(name, body, facts)) await refuse(parts);
}

/**
 * Refuses items of a command that needs a proof, unless they belong to a known batch: its list was registered with a
 * proof, so that a running batch need not stop. There is no other way around the proof (S18).
 */
export async function requireProofOfItems(
  context: CallContext,
  { action }: Sending,
  batch: Batch | undefined,
): Promise<void> {
  if (batch || isProven(context) || !commandNeedsProof(action)) return;
  await refuse(context);
}

/** Refuses to take over somebody else's batch without a fresh proof, if its list needed one (S18). */
export async function requireProofOfTakeOver(context: CallContext, batch: Batch): Promise<void> {
  const rows = context.platform.identity.stepUpRows ?? 0;
  if (isProven(context) || batch.account_id === context.actor.accountId) return;
  if (commandNeedsProof(batch.action) || batch.devices > rows) await refuse(context);
}
