import { updateAccount } from '../store/accounts.ts';
import { closePasswordResets } from '../store/password-resets.ts';
import type { Database } from '../store/store.ts';
import { withdrawAccess } from './withdraw-access.ts';

/**
 * Gives an account the password that its owner has chosen: links that would set one count no more, and whoever had got
 * in is out (D18, K3), but for one session where that is said.
 */
export async function replacePassword(
  db: Database,
  accountId: number,
  passwordHash: string,
  at: string,
  exceptSession = 0,
): Promise<void> {
  await updateAccount(db, accountId, { password_hash: passwordHash, invited_at: null, first_password_until: null }, at);
  await closePasswordResets(db, accountId, at);
  await withdrawAccess(db, accountId, 'new password', at, exceptSession);
}
