import { isIP } from 'node:net';
import { isLoopbackHost } from '@device-console/shared-lib/contract';
import type { Selectable } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import type { Actor, Platform } from '../../core/calls/context.ts';
import { hashSecret } from '../../core/security/tokens.ts';
import { countRows } from '../../core/store/count-rows.ts';
import type { Schema } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

export type StoredFactor = Selectable<Schema['second_factors']>;

export function factorsOf(db: Database, accountId: number): Promise<readonly StoredFactor[]> {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();
}

export async function accountsWithFactors(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('second_factors')
    .select('account_id')
    .distinct()
    .where('confirmed_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

/**
 * Deletes the factors confirmed since a time (by default all) and those never confirmed, with the codes made since
 * then, or every code if no factor is left. Counts the factors and codes that were in use.
 */
export async function deleteFactors(db: Database, accountId: number, since = '') {
  const gone = await db
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('confirmed_at', 'is', null), where('confirmed_at', '>=', since)]))
    .returning('confirmed_at')
    .execute();
  const isAnyLeft = (await factorsOf(db, accountId)).length > 0;
  const codes = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .$if(isAnyLeft, (query) => query.where('created_at', '>=', since))
    .returning('used_at')
    .execute();
  return {
    factors: gone.filter(({ confirmed_at: at }) => at !== null).length,
    codes: codes.filter(({ used_at: at }) => at === null).length,
  };
}

export function countRecoveryCodes(db: Database, accountId: number): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('account_id', '=', accountId).where('used_at', 'is', null));
}

/** Closes an account's logins that wait for a factor, and its sessions' challenges; returns how many logins. */
export async function closeChallenges(db: Database, accountId: number): Promise<number> {
  const closed = await db
    .deleteFrom('identity_challenges')
    .where('account_id', '=', accountId)
    .returning('purpose')
    .execute();
  return closed.filter(({ purpose }) => purpose === 'login').length;
}

const SEED_BYTES = 20;
const PERIOD = 30;
/** Steps before and after the current one whose code is accepted: clocks of phones are off by some seconds. */
const WINDOW = 1;

function totpOf(seed: string, label: string): TOTP {
  const secret = Secret.fromBase32(seed);
  return new TOTP({ issuer: 'Device Console', label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret });
}

export const newSeed = (): string => new Secret({ size: SEED_BYTES }).base32;

export const totpUri = (seed: string, email: string): string => totpOf(seed, email).toString();

export const placeOfSeeds = (accountId: number): string => `account ${accountId}`;

export function totpStepOf({ clock, identity }: Platform, accountId: number, sealed: string, code: string) {
  const seed = identity.seeds.open(sealed, placeOfSeeds(accountId));
  if (seed === undefined)
    throw new Error(
      'A seed is altered, or was sealed with another FACTOR_KEY. Add the former key to the list, after the new one.',
    );
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = clock.now().getTime();
  const delta = totpOf(seed, '').validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

const CODES = 10;
const CODE_BYTES = 15;

/** Of 120 random bits each, in groups of four; base32 has no signs that look alike. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => {
    const signs = new Secret({ size: CODE_BYTES }).base32.toLowerCase();
    return (signs.match(/.{4}/g) ?? []).join('-');
  });
}

/** In any case and grouping. A code is too random to be guessed from its hash. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
}

/** Loads the library on demand: it has three hundred modules, and few calls need it. */
const library = () => import('@simplewebauthn/server');

interface PasskeyPlace {
  readonly id: string;
  readonly origin: string;
}

/** Browsers have no passkeys for pages neither served over https nor from this computer, and for IP addresses. */
export function passkeyPlaceOf(publicUrl: string): PasskeyPlace | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || isLoopbackHost(hostname);
  return isSecure && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { id: hostname, origin } : undefined;
}

export type Passkey = StoredFactor & { readonly credential_id: string };

export const passkeysAmong = (factors: readonly StoredFactor[]): readonly Passkey[] =>
  factors.filter((factor): factor is Passkey => factor.credential_id !== null);

const namesOf = (passkeys: readonly Passkey[]) => passkeys.map(({ credential_id: id }) => ({ id }));

const TIMEOUT = 5 * 60_000;

export async function registrationOptions(place: PasskeyPlace, actor: Actor, known: readonly Passkey[]) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Device Console',
    rpID: place.id,
    userName: actor.email,
    userID: new TextEncoder().encode(`account ${actor.accountId}`),
    attestationType: 'none',
    timeout: TIMEOUT,
    excludeCredentials: namesOf(known),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

export async function authenticationOptions(place: PasskeyPlace, known: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: place.id,
    timeout: TIMEOUT,
    userVerification: 'preferred',
    allowCredentials: namesOf(known),
  });
}

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(20_000));
const answerWith = <Response extends v.ObjectEntries>(response: Response) =>
  v.object({
    id: base64url,
    rawId: base64url,
    type: v.literal('public-key'),
    clientExtensionResults: v.optional(v.object({}), {}),
    response: v.object({ clientDataJSON: base64url, ...response }),
  });
const registration = answerWith({ attestationObject: base64url });
const authentication = answerWith({ authenticatorData: base64url, signature: base64url });

const expected = ({ id, origin }: PasskeyPlace, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: false,
});

/** Why the library refuses an answer is dropped: it would help an attacker more than an operator. */
const refused = (): undefined => undefined;

export async function verifiedRegistration(place: PasskeyPlace, challenge: string, answer: unknown) {
  const read = v.safeParse(registration, answer);
  if (!read.success) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verifying = verifyRegistrationResponse({ response: read.output, ...expected(place, challenge) });
  const result = await verifying.catch(refused);
  if (!result?.verified) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return { credential_id: id, secret: Buffer.from(publicKey).toString('base64url'), counter };
}

export async function verifiedUse(place: PasskeyPlace, challenge: string, answer: unknown, among: readonly Passkey[]) {
  const read = v.safeParse(authentication, answer);
  const known = read.success ? among.find(({ credential_id: id }) => id === read.output.id) : undefined;
  if (!read.success || !known) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { credential_id: id, secret, counter } = known;
  const publicKey = new Uint8Array(Buffer.from(secret, 'base64url'));
  const verifying = verifyAuthenticationResponse({
    response: read.output,
    ...expected(place, challenge),
    credential: { id, publicKey, counter },
  });
  const result = await verifying.catch(refused);
  return result?.verified ? { known, counter: result.authenticationInfo.newCounter } : undefined;
}
