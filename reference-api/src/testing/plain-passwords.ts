import type { Passwords } from '../core/security/passwords.ts';
import { PASSWORD } from './test-data.ts';

/** Hashes nothing: the stored text contains the password, and the common password opens every seeded account. */
export const plainPasswords: Passwords = {
  hash: (password) => Promise.resolve(`kept ${password}`),
  verify(hash = '', password) {
    const isSeeded = hash.startsWith('$') && password === PASSWORD;
    return Promise.resolve(isSeeded || hash === `kept ${password}`);
  },
};
