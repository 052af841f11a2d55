import type { Insertable } from 'kysely';
import type { ProofKind } from '@device-console/shared-lib/contract';
import { hashRecoveryCode, stepOf } from './factor-codes.ts';
import { authenticationOptions, transportsOf, verifiedUse, type KnownPasskey } from './passkeys.ts';
import { countRecoveryCodes, factorsOf, type IdentityChallengeTable, type StoredFactor } from './factor-rows.ts';
import { isoTime, isoAfter, MINUTE } from '../../core/time/clock.ts';
import type { Actor, AnonymousContext, Platform, CallContext } from '../../core/calls/context.ts';
import { whyNoPassword } from '../../core/accounts/account-passwords.ts';
import { hashSecret, newSecret } from '../../core/security/tokens.ts';

type Parts = Pick<AnonymousContext, 'db' | 'platform'>;

export interface FactorProof {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: Readonly<Record<string, unknown>> | undefined;
}

export function passkeysAmong(factors: readonly StoredFactor[]): readonly KnownPasskey[] {
  return factors.flatMap(({ credential_id: id, secret: publicKey, counter, transports }) =>
    id === null ? [] : [{ id, publicKey, counter, transports: transportsOf(transports) }],
  );
}

/**
 * True if the caller can prove who they are by logging in at the identity provider again (S30): the account is linked
 * there and has no factor here. A factor here is asked for instead.
 */
export async function provesBySignOn({ db, platform, actor }: Parts & { readonly actor: Actor }): Promise<boolean> {
  const { singleSignOn } = platform;
  return !actor.hasFactor && singleSignOn !== undefined && singleSignOn.isLinked(db, actor.accountId);
}

/** Returns how a session's holder can prove who they are, and the options for their passkey (S18). */
export async function proofOffers(parts: Parts & { readonly actor: Actor }) {
  const { platform, actor } = parts;
  if (actor.hasFactor) return factorOffers(parts, actor.accountId);
  const offers: ProofKind[] = mayProveByPassword(platform, actor) ? ['password'] : [];
  return { offers, passkey: undefined };
}

/**
 * True if the password can prove who owns an account without a factor. False if its role uses no passwords, or if the
 * role needs a second factor that the provider has stated: a password cannot replace it (S23, S29).
 */
export function mayProveByPassword(
  platform: Pick<Platform, 'identity' | 'singleSignOn'>,
  { userlevel, signedOn }: Pick<Actor, 'userlevel' | 'signedOn'>,
): boolean {
  if (whyNoPassword(platform, userlevel) !== undefined) return false;
  return signedOn !== 'factor' || platform.identity.policies[userlevel] !== 'required';
}

/** Returns what the owner of an account with factors is asked for; `passkey` has the browser's options, if any. */
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

async function provesByCode({ db, platform }: Parts, accountId: number, code: string): Promise<boolean> {
  const now = platform.clock.now();
  for (const { id, kind, secret } of await factorsOf(db, accountId)) {
    if (kind !== 'totp') continue;
    const step = stepOf(platform.identity.seeds.open(secret, accountId), code, now);
    if (step === undefined) continue;
    // Neither this step nor a later one was used before.
    const used = await db
      .updateTable('second_factors')
      .set({ counter: step, last_used_at: isoTime(now) })
      .where('id', '=', id)
      .where('counter', '<', step)
      .returning('id')
      .executeTakeFirst();
    if (used) return true;
  }
  return false;
}

async function provesByPasskey(
  { db, platform }: Parts,
  accountId: number,
  answer: Readonly<Record<string, unknown>>,
  challenge: string | undefined,
): Promise<boolean> {
  const { passkeys: place } = platform.identity;
  if (!place || !challenge) return false;
  const used = await verifiedUse(place, challenge, answer, passkeysAmong(await factorsOf(db, accountId)));
  if (!used) return false;
  // Its counter has not changed since it was read, for example by a copy of it.
  const noted = await db
    .updateTable('second_factors')
    .set({ counter: used.counter, last_used_at: isoTime(platform.clock.now()) })
    .where('account_id', '=', accountId)
    .where('credential_id', '=', used.known.id)
    .where('counter', '=', used.known.counter)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/**
 * Uses a factor of an account and returns its kind; undefined if the proof is wrong. Each code, recovery code and
 * passkey answer counts once (S15, S16, S19). `challenge` returns what the passkey must sign; it is called only for a
 * passkey. Must run in a transaction.
 */
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

/**
 * Stores what an account must answer once, within five minutes (S17, S19): the second question of a login, or a passkey
 * challenge of a session, instead of its earlier one for the same purpose. Returns the login's ticket.
 */
export async function askIdentity(
  { db, platform }: Parts,
  accountId: number,
  asked: Pick<Insertable<IdentityChallengeTable>, 'purpose' | 'challenge' | 'session_id'>,
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

/** Like {@link askIdentity}, for a passkey of the caller's session. */
export function askPasskey(
  context: CallContext,
  purpose: 'proof' | 'registration',
  challenge: string,
): Promise<string> {
  const { accountId, credentialId } = context.actor;
  return askIdentity(context, accountId, { purpose, challenge, session_id: credentialId });
}
