import { createHash, randomBytes } from 'node:crypto';

/** A secret of 32 random bytes, as text for a header or a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** How the database keeps a secret of {@link newSecret}: too random to be guessed, so a plain SHA-256 is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A new API key (D21). */
export function newApiKey(): string {
  return `dck_${newSecret()}`;
}
