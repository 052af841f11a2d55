import { Secret, TOTP } from 'otpauth';
import { hashSecret } from '../../core/security/tokens.ts';
import type { Platform } from '../../core/calls/context.ts';

const SEED_BYTES = 20;
const PERIOD = 30;
/** Steps before and after the current one whose code is accepted: clocks of phones are off by some seconds. */
const WINDOW = 1;

function totpOf(seed: string, label: string): TOTP {
  const secret = Secret.fromBase32(seed);
  return new TOTP({ issuer: 'Device Console', label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret });
}

export function newSeed(): string {
  return new Secret({ size: SEED_BYTES }).base32;
}

export function totpUri(seed: string, email: string): string {
  return totpOf(seed, email).toString();
}

/** Where the seeds of an account are sealed for. */
export const placeOfSeeds = (accountId: number): string => `account ${accountId}`;

/** Returns the step of a code of an account's app, among the steps accepted now; undefined for any other code. */
export function stepOf(
  { clock, identity }: Pick<Platform, 'clock' | 'identity'>,
  accountId: number,
  sealed: string,
  code: string,
): number | undefined {
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

/** Makes new recovery codes of 120 random bits each, in groups of four; base32 has no signs that look alike. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => {
    const signs = new Secret({ size: CODE_BYTES }).base32.toLowerCase();
    return (signs.match(/.{4}/g) ?? []).join('-');
  });
}

/** Hashes a recovery code, in any case and grouping, to store it. A code is too random to be guessed. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
}
