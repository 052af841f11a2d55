import { putSetting } from './settings.ts';
import type { Database } from './store.ts';

/**
 * Waits for an account's running calls, and lets none begin until the transaction ends: each holds its account and
 * credential first. For another account than the caller's, call {@link holdManagement} before.
 */
export async function awaitCalls(db: Database, accountId: number): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
}

/**
 * Makes other changes of accounts wait until the transaction ends: two that take each other's access at the same moment
 * come one after the other.
 */
export const holdManagement = (db: Database): Promise<void> => putSetting(db, 'managers_lock', '');
