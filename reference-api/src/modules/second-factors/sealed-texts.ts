import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals texts for the database, so that only this server can read them. */
export type SealedTexts = ReturnType<typeof createSealedTexts>;

const VERSION = 'v1';
const [IV_BYTES, TAG_BYTES] = [12, 16];

function opened(key: Buffer, bytes: Buffer, place: string): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const start = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8');
  } catch {
    // Sealed with another key, for another place, or altered: the caller tries the next key.
    return undefined;
  }
}

/**
 * Seals by AES-256-GCM with a key that HKDF derives from each secret for this purpose. The first key seals; all of them
 * open, so that a secret can be changed.
 */
export function createSealedTexts(secrets: readonly string[], purpose: string) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  const [first] = keys;
  return {
    /** Seals a text for one place; opening it needs the same place. Undefined without a key. */
    seal(text: string, place: string): string | undefined {
      if (!first) return undefined;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${sealed.toString('base64url')}`;
    },
    /** Opens a text that one of the keys sealed for this place; undefined for anything else. */
    open(sealed: string, place: string): string | undefined {
      const [version, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version !== VERSION || bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
      for (const key of keys) {
        const found = opened(key, bytes, place);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

const placeOf = (accountId: number): string => `account ${accountId}`;

/** Seals with the first of the secrets and opens with all of them, so that FACTOR_KEY can be changed. */
export function createSeeds(secrets: readonly string[]) {
  const texts = createSealedTexts(secrets, 'device-console second factor seeds');
  return {
    /** Seals a seed for an account; throws without a key. */
    seal(seed: string, accountId: number): string {
      const sealed = texts.seal(seed, placeOf(accountId));
      if (sealed === undefined) throw new Error('There is no key for seeds, so no authenticator app can be added.');
      return sealed;
    },
    /** Opens a seed that one of the keys sealed for this account; throws for anything else. */
    open(sealed: string, accountId: number): string {
      const seed = texts.open(sealed, placeOf(accountId));
      if (seed !== undefined) return seed;
      throw new Error(
        'A seed is altered, or was sealed with another FACTOR_KEY. Add the former key to the list, after the new one.',
      );
    },
  };
}
