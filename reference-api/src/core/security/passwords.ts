import { hash, verify } from '@node-rs/argon2';
import { createCapacity } from './capacity.ts';
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

/** Hashed or compared at once: each takes a core for a moment, and 19 MB. */
const AT_ONCE = 2;
/** Milliseconds that a login waits for the others before it is refused. */
const LONGEST_WAIT = 5000;

/** Of passwords that come at once only a few are worked on; who waits too long is refused by TooBusy. */
export function boundPasswords(passwords: Passwords): Passwords {
  const capacity = createCapacity({ what: 'other logins', units: AT_ONCE, wait: LONGEST_WAIT, sealed: true });
  const inTurn = async <Result>(work: () => Promise<Result>, urgent?: 'urgent'): Promise<Result> => {
    const giveBack = await capacity.take(1, urgent);
    return work().finally(giveBack);
  };
  return {
    // A new password may be hashed in a transaction, for which others wait; and nobody unknown asks for it.
    hash: (password) => inTurn(() => passwords.hash(password), 'urgent'),
    verify: (passwordHash, password) => inTurn(() => passwords.verify(passwordHash, password)),
  };
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
