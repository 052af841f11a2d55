import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { findOrInsertSetting } from '../store/settings.ts';
import type { Database } from '../store/store.ts';

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form: too random to guess, so a plain SHA-256 is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export type Tokens = ReturnType<typeof createTokens>;

/** Marked with `key`: nobody else can make one, and the servers of one database recognise them without asking it. */
export function createTokens(key: string) {
  const markOf = (secret: string) => createHmac('sha256', key).update(secret).digest();
  const marked = (secret: string) => `${secret}.${markOf(secret).toString('base64url')}`;
  return {
    newSession: () => marked(newSecret()),
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

export async function tokensOf(db: Database): Promise<Tokens> {
  return createTokens(await findOrInsertSetting(db, 'token_key', newSecret()));
}
