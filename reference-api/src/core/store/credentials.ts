import { putSetting } from './settings.ts';
import type { Database } from './store.ts';

/** Lets running calls end, and none begin in the transaction. For another's account {@link holdManagement} first. */
export async function awaitCalls(db: Database, accountId: number): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
}

/** Changes of accounts wait for each other: two could take each other's access at the same moment. */
export const holdManagement = (db: Database): Promise<void> => putSetting(db, 'managers_lock', '');
