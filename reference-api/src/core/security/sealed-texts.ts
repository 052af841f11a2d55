import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

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

/** By AES-256-GCM; HKDF derives a key from each secret. The first seals; all open, so that a secret can be changed. */
export function createSealedTexts(secrets: readonly string[], purpose: string) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  const [first] = keys;
  return {
    /** Opening it needs the same place. */
    seal(text: string, place: string): string {
      if (!first) throw new Error('There is no key to seal with.');
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${sealed.toString('base64url')}`;
    },
    /** Undefined for anything but what one of the keys sealed for this place. */
    open(sealed: string, place: string): string | undefined {
      const [version, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version !== VERSION || bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
      return keys.map((key) => opened(key, bytes, place)).find((found) => found !== undefined);
    },
  };
}
