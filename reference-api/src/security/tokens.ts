import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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

/** Tokens of sessions, which the servers of one database know as their own without asking it. */
export interface SessionTokens {
  make(): string;
  /** True for a token that was made with the same key, whether or not it still opens anything. */
  isOwn(token: string): boolean;
}

/** Makes tokens that carry a mark of `key`: nobody else can make one, and what they open stands in the database. */
export function createSessionTokens(key: string): SessionTokens {
  const markOf = (secret: string) => createHmac('sha256', key).update(secret).digest();
  return {
    make() {
      const secret = newSecret();
      return `${secret}.${markOf(secret).toString('base64url')}`;
    },
    isOwn(token) {
      const [secret = '', mark = ''] = token.split('.');
      const given = Buffer.from(mark, 'base64url');
      const right = markOf(secret);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
