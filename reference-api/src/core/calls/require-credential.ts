import { AuthorizationFailed } from '../errors/request-errors.ts';
import { holdCredential, type HeldCredential } from '../store/credentials.ts';
import type { Database } from '../store/store.ts';

/**
 * Refuses a call whose session or key was ended, or whose account was disabled, after it was let in: what takes access
 * away comes either after all that a call writes, or before, and then nothing is written (K3, S33). Must be in the
 * transaction of what is written, before anything else of it is held but what orders changes of accounts.
 */
export async function requireCredential(db: Database, actor: HeldCredential): Promise<void> {
  if (!(await holdCredential(db, actor)))
    throw new AuthorizationFailed('the access was taken away while the call was under way');
}
