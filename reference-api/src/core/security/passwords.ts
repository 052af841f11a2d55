import { hash, verify } from '@node-rs/argon2';
import { createCapacity } from './capacity.ts';
import { newSecret } from './tokens.ts';

/** In characters; hashing a longer one would be wasted work. */
export const PASSWORD_MAX_LENGTH = 200;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash it does the same work and returns false, so that timing reveals nothing. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** Hashed or compared at once: each takes a core for a moment, and 19 MB. */
const AT_ONCE = 2;
/** Milliseconds that a login waits for others before it is refused. */
const LONGEST_WAIT = 5000;

export function boundPasswords(passwords: Passwords): Passwords {
  const capacity = createCapacity({ what: 'other logins', units: AT_ONCE, wait: LONGEST_WAIT, sealed: true });
  const inTurn = async <Result>(work: () => Promise<Result>, urgent?: 'urgent'): Promise<Result> => {
    const giveBack = await capacity.take(1, urgent);
    return work().finally(giveBack);
  };
  return {
    // A new password may be hashed in a transaction that others wait for, and no unknown caller can request it.
    hash: (password) => inTurn(() => passwords.hash(password), 'urgent'),
    verify: (passwordHash, password) => inTurn(() => passwords.verify(passwordHash, password)),
  };
}

/** Makes the hash used for unknown accounts too. */
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
