import { hash, verify } from '@node-rs/argon2';
import { newSecret } from './tokens.ts';

/** Longest password, in characters; hashing a longer one would be work for nothing. */
export const PASSWORD_MAX_LENGTH = 200;

/** Keeps passwords as argon2id hashes. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * True when the password is the hash's. Without a hash it does the same work and says false, so that time tells
   * nothing.
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** The passwords of the API; makes the hash that stands in for unknown accounts. */
export async function createPasswords(): Promise<Passwords> {
  const standIn = await hash(newSecret());
  return {
    hash: (password) => hash(password),
    async verify(passwordHash, password) {
      const possible = passwordHash !== undefined && password.length <= PASSWORD_MAX_LENGTH;
      const matches = await verify(passwordHash ?? standIn, possible ? password : '');
      return possible && matches;
    },
  };
}
