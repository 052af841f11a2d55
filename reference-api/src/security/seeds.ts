import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps the seeds of authenticator apps, which the database holds sealed. */
export interface Seeds {
  /** Seals a seed for an account's row. */
  seal(seed: string, accountId: number): string;
  /** Opens what was sealed with one of the keys for this account; throws for anything else. */
  open(sealed: string, accountId: number): string;
}

const VERSION = 'v1';
const [IV_BYTES, TAG_BYTES] = [12, 16];

function derive(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'device-console second factor seeds', 32));
}

const labelOf = (accountId: number): Buffer => Buffer.from(`account ${accountId}`);

function opened(key: Buffer, bytes: Buffer, accountId: number): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(labelOf(accountId));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const start = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8');
  } catch {
    // Sealed with another key, for another account, or altered: the caller tries the next key.
    return undefined;
  }
}

/** AES-256-GCM under a key from each secret: the first seals, all of them open, so that a key can be changed. */
export function createSeeds(secrets: readonly string[]): Seeds {
  const keys = secrets.map(derive);
  const [first] = keys;
  return {
    seal(seed, accountId) {
      if (!first) throw new Error('There is no key for seeds, so no authenticator app can be added.');
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(labelOf(accountId));
      const sealed = Buffer.concat([iv, cipher.update(seed, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${sealed.toString('base64url')}`;
    },
    open(sealed, accountId) {
      const [version, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version !== VERSION || bytes.length <= IV_BYTES + TAG_BYTES) throw new Error('A stored seed is no seed.');
      for (const key of keys) {
        const seed = opened(key, bytes, accountId);
        if (seed !== undefined) return seed;
      }
      throw new Error('A seed was sealed with another FACTOR_KEY. Add the former key to the list, after the new one.');
    },
  };
}
