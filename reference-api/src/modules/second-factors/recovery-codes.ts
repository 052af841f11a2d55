import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../core/security/tokens.ts';

const CODES = 10;
const SIGNS = 24;
/** 32 letters and digits that do not look alike. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz0123456789';

function newCode(): string {
  const signs = [...randomBytes(SIGNS)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');
  return (signs.match(/.{4}/g) ?? []).join('-');
}

/** Makes new recovery codes of 120 random bits each, in groups of four. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, newCode);
}

/** Hashes a recovery code, in any case and grouping, to store it. A code is too random to be guessed. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
}
