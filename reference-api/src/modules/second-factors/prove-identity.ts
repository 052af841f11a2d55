import type { Insertable } from 'kysely';
import type { BodyOf, CallName, calls, ProofKind } from '@device-console/shared-lib/contract';
import { commandNeedsProof, needsProof, PROOF_MINUTES } from '@device-console/shared-lib/contract/server';
import {
  authenticationOptions,
  countRecoveryCodes,
  factorsOf,
  hashRecoveryCode,
  passkeysAmong,
  totpStepOf,
  verifiedUse,
} from './factors.ts';
import { noteProof, provesBySignOn } from '../../core/accounts/identity-proof.ts';
import { isoTime, isoAfter, MINUTE } from '../../core/time/clock.ts';
import type { AnonymousContext, CallContext, Service } from '../../core/calls/context.ts';
import { whyNoPassword, hasEnded } from '../../core/accounts/account-passwords.ts';
import { hashSecret, newSecret } from '../../core/security/tokens.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { factorLimits, identityOf } from '../../core/security/throttle.ts';
import { findAccountForLogin } from '../../core/store/accounts.ts';
import type { Schema } from '../../core/store/schema.ts';
import { inTransaction } from '../../core/store/store.ts';
import { attemptWithin } from '../../core/calls/admission.ts';
import { ChallengeFirst } from '../../core/errors/request-errors.ts';
import type { Batch } from '../../core/store/batches.ts';
import type { Sending } from '../../core/commands/item.ts';

type Parts = Pick<AnonymousContext, 'db' | 'platform'>;
type Caller = Parts & Pick<CallContext, 'actor'>;

export type FactorProof = Omit<BodyOf<(typeof calls)['loginFactor']>, 'ticket'>;

async function proofOffers(parts: Caller) {
  const { actor } = parts;
  if (actor.hasFactor) return factorOffers(parts, actor.accountId);
  const offers: ProofKind[] = mayProveByPassword(parts) ? ['password'] : [];
  return { offers, passkey: undefined };
}

/** A password cannot replace a factor that the role needs and the provider has stated (S23, S29). */
function mayProveByPassword({ platform, actor: { userlevel, signedOn } }: Caller): boolean {
  if (whyNoPassword(platform, userlevel) !== undefined) return false;
  return signedOn !== 'factor' || platform.identity.policies[userlevel] !== 'required';
}

export async function factorOffers({ db, platform }: Parts, accountId: number) {
  const factors = await factorsOf(db, accountId);
  const { passkeys: place } = platform.identity;
  const known = place ? passkeysAmong(factors) : [];
  const offers: ProofKind[] = [
    ...(factors.some(({ kind }) => kind === 'totp') ? (['totp'] as const) : []),
    ...(known.length > 0 ? (['passkey'] as const) : []),
    ...((await countRecoveryCodes(db, accountId)) > 0 ? (['recovery'] as const) : []),
  ];
  const passkey = place && known.length > 0 ? await authenticationOptions(place, known) : undefined;
  return { offers, passkey };
}

/** False if the factor's former counter does not compare so with `former`. */
async function noteFactorUse(
  { db, platform }: Parts,
  id: number,
  counter: number,
  comparison: '=' | '<',
  former: number,
) {
  const noted = await db
    .updateTable('second_factors')
    .set({ counter, last_used_at: isoTime(platform.clock.now()) })
    .where('id', '=', id)
    .where('counter', comparison, former)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

async function provesByCode(parts: Parts, accountId: number, code: string): Promise<boolean> {
  for (const { id, kind, secret } of await factorsOf(parts.db, accountId)) {
    const step = kind === 'totp' ? totpStepOf(parts.platform, accountId, secret, code) : undefined;
    // Neither this step nor a later one was used before.
    if (step !== undefined && (await noteFactorUse(parts, id, step, '<', step))) return true;
  }
  return false;
}

async function provesByPasskey(
  parts: Parts,
  accountId: number,
  answer: Readonly<Record<string, unknown>>,
  challenge: string | undefined,
): Promise<boolean> {
  const { passkeys: place } = parts.platform.identity;
  if (!place || !challenge) return false;
  const used = await verifiedUse(place, challenge, answer, passkeysAmong(await factorsOf(parts.db, accountId)));
  // Its counter has not changed since it was read, for example by a copy of it.
  return used !== undefined && noteFactorUse(parts, used.known.id, used.counter, '=', used.known.counter);
}

/** Each code, recovery code and passkey answer counts once (S15, S16, S19). Must run in a transaction. */
export async function proveByFactor(
  parts: Parts,
  accountId: number,
  proof: FactorProof,
  challenge: () => Promise<string | undefined>,
): Promise<ProofKind | undefined> {
  const { code, recoveryCode, passkey } = proof;
  if (code !== undefined) return (await provesByCode(parts, accountId, code)) ? 'totp' : undefined;
  if (passkey !== undefined)
    return (await provesByPasskey(parts, accountId, passkey, await challenge())) ? 'passkey' : undefined;
  if (recoveryCode === undefined) return undefined;
  const used = await parts.db
    .updateTable('recovery_codes')
    .set({ used_at: isoTime(parts.platform.clock.now()) })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashRecoveryCode(recoveryCode))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used && 'recovery';
}

const ANSWER_TIME = 5 * MINUTE;

/** For one answer within five minutes (S17, S19), instead of the session's former one. Returns the login's ticket. */
export async function askIdentity(
  { db, platform }: Parts,
  accountId: number,
  asked: Pick<Insertable<Schema['identity_challenges']>, 'purpose' | 'challenge' | 'session_id'>,
): Promise<string> {
  const now = platform.clock.now();
  const ticket = newSecret();
  if (typeof asked.session_id === 'number')
    await db
      .deleteFrom('identity_challenges')
      .where('session_id', '=', asked.session_id)
      .where('purpose', '=', asked.purpose)
      .execute();
  const times = { created_at: isoTime(now), expires_at: isoAfter(now, ANSWER_TIME) };
  await db
    .insertInto('identity_challenges')
    .values({ ...asked, ...times, account_id: accountId, ticket_hash: hashSecret(ticket) })
    .execute();
  return ticket;
}

export function askPasskey(context: CallContext, purpose: 'proof' | 'registration', challenge: string) {
  const { accountId, credentialId } = context.actor;
  return askIdentity(context, accountId, { purpose, challenge, session_id: credentialId });
}

/** Uses up a session's challenge and returns it; undefined if none is open. */
export async function takeChallenge({ db, platform, actor }: Caller, purpose: 'proof' | 'registration') {
  const row = await db
    .deleteFrom('identity_challenges')
    .where('session_id', '=', actor.credentialId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > isoTime(platform.clock.now()) ? row.challenge : undefined;
}

export const identityOptions: Service<'identityOptions'> = async (context) => {
  const { offers, passkey } = await proofOffers(context);
  const answer = { offers: offers.join(',') } as const;
  if (!passkey) return answer;
  await askPasskey(context, 'proof', passkey.challenge);
  return { ...answer, passkey: { ...passkey } };
};

async function isOwnPassword(context: CallContext, password: string | undefined): Promise<boolean> {
  const { db, platform, actor } = context;
  if (!mayProveByPassword(context)) return false;
  const account = await findAccountForLogin(db, actor.email);
  if (!account || hasEnded(account, platform.clock.now())) return false;
  return platform.passwords.verify(account.password_hash, password ?? '');
}

/** With a factor, no password counts. */
async function provenBy(context: CallContext, { password, ...proof }: BodyOf<(typeof calls)['proveIdentity']>) {
  const { db, platform, actor } = context;
  if (!actor.hasFactor) return (await isOwnPassword(context, password)) ? 'password' : undefined;
  return inTransaction(db, (tx) =>
    proveByFactor({ db: tx, platform }, actor.accountId, proof, () => takeChallenge({ ...context, db: tx }, 'proof')),
  );
}

export const proveIdentity: Service<'proveIdentity'> = async (context, proof) => {
  const { db, actor } = context;
  const message = await attemptWithin(context, factorLimits, identityOf(actor.accountId), async () => {
    const by = await provenBy(context, proof);
    if (!by && !actor.hasFactor) throw new BusinessError('The password is wrong.');
    if (!by) throw new BusinessError('This was not accepted. Please try again, with the present code.');
    return inTransaction(db, (tx) => noteProof({ ...context, db: tx }, 'proveIdentity', { by }));
  });
  return { message };
};

/** API keys need no proof: other limits bound them (K2). */
function isProven({ platform, actor }: Pick<Caller, 'platform' | 'actor'>): boolean {
  if (actor.via === 'key' || platform.identity.stepUpRows === undefined) return true;
  const { authenticatedAt } = actor;
  if (authenticatedAt === undefined) return false;
  return Math.abs(platform.clock.now().getTime() - Date.parse(authenticatedAt)) <= PROOF_MINUTES * MINUTE;
}

async function refuseProof(parts: Caller): Promise<never> {
  const { offers } = await proofOffers(parts);
  const bySignOn = await provesBySignOn(parts);
  throw new ChallengeFirst('Confirm that it is you, then try again. Nothing was done yet.', {
    kind: 'proof',
    offers,
    ...(bySignOn ? { bySignOn } : {}),
  });
}

/** Refuses a call that needs a proof of identity if the last one is older than five minutes (S18). */
export async function requireProof(parts: Caller, name: CallName, body: unknown): Promise<void> {
  const { platform, actor } = parts;
  if (isProven(parts)) return;
  const facts = { rows: platform.identity.stepUpRows ?? 0, hasFactor: actor.hasFactor };
  if (needsProof(name, body, facts)) await refuseProof(parts);
}

/** Not of a known batch: its list was registered with a proof, so that a running batch need not stop (S18). */
export async function requireProofOfItems(context: CallContext, { action }: Sending, batch: Batch | undefined) {
  if (batch || isProven(context) || !commandNeedsProof(action)) return;
  await refuseProof(context);
}

/** Refuses to take over somebody else's batch without a fresh proof, if its list needed one (S18). */
export async function requireProofOfTakeOver(context: CallContext, batch: Batch): Promise<void> {
  const rows = context.platform.identity.stepUpRows ?? 0;
  if (isProven(context) || batch.account_id === context.actor.accountId) return;
  if (commandNeedsProof(batch.action) || batch.devices > rows) await refuseProof(context);
}
