import { hash, verify } from '@node-rs/argon2';
import { createCapacity } from './capacity.ts';
import { newSecret } from './tokens.ts';

/** Maximum length of a password, in characters; hashing a longer one would be wasted work. */
export const PASSWORD_MAX_LENGTH = 200;

/** Stores passwords as argon2id hashes. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * True when the password is the hash's. Without a hash it does the same work and says false, so that time tells
   * nothing.
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** How many are hashed or compared at once: each takes a core for a moment, and 19 MB. */
const AT_ONCE = 2;
/** How long a login waits for others before it is refused, in milliseconds. */
const LONGEST_WAIT = 5000;

/** Only a few passwords are processed at once; a login that waits too long is refused by TooBusy. */
export function boundPasswords(passwords: Passwords): Passwords {
  const capacity = createCapacity({ what: 'other logins', units: AT_ONCE, wait: LONGEST_WAIT, sealed: true });
  const inTurn = async <Result>(work: () => Promise<Result>, urgent?: 'urgent'): Promise<Result> => {
    const giveBack = await capacity.take(1, urgent);
    return work().finally(giveBack);
  };
  return {
    // A new password may be hashed in a transaction that others wait for, and no unknown caller can ask for it.
    hash: (password) => inTurn(() => passwords.hash(password), 'urgent'),
    verify: (passwordHash, password) => inTurn(() => passwords.verify(passwordHash, password)),
  };
}

/** The API's passwords; makes the hash used for unknown accounts. */
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
