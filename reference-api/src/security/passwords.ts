import { hash, verify } from '@node-rs/argon2';
import { BusinessError } from '../services/business-error.ts';
import { newSecret } from './tokens.ts';

/** Shortest password of a new account or a reset, in characters. */
const PASSWORD_MIN_LENGTH = 8;
const PASSWORD_MAX_LENGTH = 200;

/** Keeps passwords as argon2id hashes. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** True when the password is the hash's. Without a hash it does the same work and says false, so that time tells nothing. */
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

/** Throws BusinessError for a password too short or too long. */
export function requireGoodPassword(password: string): void {
  if (password.length < PASSWORD_MIN_LENGTH) throw new BusinessError(`The password needs at least ${PASSWORD_MIN_LENGTH} characters.`);
  if (password.length > PASSWORD_MAX_LENGTH) throw new BusinessError(`The password may have at most ${PASSWORD_MAX_LENGTH} characters.`);
}
