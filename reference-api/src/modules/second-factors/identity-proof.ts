import type { ProofKind } from '@device-console/shared-lib/contract';
import { hashRecoveryCode, stepOf } from './factor-codes.ts';
import { authenticationOptions, transportsOf, verifiedUse, type KnownPasskey } from './passkeys.ts';
import {
  countRecoveryCodes,
  factorsOf,
  insertChallenge,
  notePasskeyUse,
  type StoredFactor,
  useRecoveryCode,
  useTotpStep,
} from './factor-rows.ts';
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
    if (step !== undefined && (await useTotpStep(db, id, step, isoTime(now)))) return true;
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
  return notePasskeyUse(db, accountId, used.known, used.counter, isoTime(platform.clock.now()));
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
  const at = isoTime(parts.platform.clock.now());
  return (await useRecoveryCode(parts.db, accountId, hashRecoveryCode(recoveryCode), at)) ? 'recovery' : undefined;
}

const ANSWER_TIME = 5 * MINUTE;

/**
 * Stores what an account must answer once, within five minutes (S17, S19): the second question of a login, or a passkey
 * challenge of a session. Returns the login's ticket.
 */
export async function askIdentity(
  { db, platform }: Parts,
  accountId: number,
  asked: Pick<Parameters<typeof insertChallenge>[1], 'purpose' | 'challenge' | 'session_id'>,
): Promise<string> {
  const now = platform.clock.now();
  const ticket = newSecret();
  await insertChallenge(db, {
    ...asked,
    account_id: accountId,
    ticket_hash: hashSecret(ticket),
    created_at: isoTime(now),
    expires_at: isoAfter(now, ANSWER_TIME),
  });
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
