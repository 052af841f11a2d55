import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { findOrInsertSetting } from '../store/settings.ts';
import type { Database } from '../store/store.ts';

/** 32 random bytes, as text for a header or a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form: too random to guess, so a plain SHA-256 is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Tokens of sessions and API keys, marked with `key`: nobody else can make one, and the servers of one database
 * recognise them without asking it.
 */
export function createTokens(key: string) {
  const markOf = (secret: string) => createHmac('sha256', key).update(secret).digest();
  const marked = (secret: string) => `${secret}.${markOf(secret).toString('base64url')}`;
  return {
    newSession: () => marked(newSecret()),
    /** A new API key (D21). */
    newKey: () => marked(`dck_${newSecret()}`),
    /** True for a token made with the same key, valid or not; others are never valid. */
    isOwn(token: string): boolean {
      const [secret = '', mark = ''] = token.split('.');
      const given = Buffer.from(mark, 'base64url');
      const right = markOf(secret);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** The database stores their key. */
export async function tokensOf(db: Database): Promise<Tokens> {
  return createTokens(await findOrInsertSetting(db, 'token_key', newSecret()));
}
