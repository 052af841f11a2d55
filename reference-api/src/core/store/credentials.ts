import { putSetting } from './settings.ts';
import type { Database } from './store.ts';

/** A session or API key, and whose it is. */
export interface HeldCredential {
  readonly accountId: number;
  readonly via: 'session' | 'key';
  readonly credentialId: number;
}

/** The account in which it may be used, held for its calls. */
function usableAccount(db: Database, accountId: number) {
  return db
    .selectFrom('accounts')
    .select('accounts.id')
    .where('accounts.id', '=', accountId)
    .where('accounts.status', '=', 'ACTIVE')
    .forKeyShare();
}

/**
 * Holds an account and its credential until the transaction ends: whoever takes either away waits for it. False where
 * that was done since the call was let in. Calls of one account do not wait for each other here.
 */
export async function holdCredential(db: Database, { accountId, via, credentialId }: HeldCredential): Promise<boolean> {
  const account = usableAccount(db, accountId);
  const held =
    via === 'session'
      ? account
          .innerJoin('sessions', 'sessions.account_id', 'accounts.id')
          .where('sessions.id', '=', credentialId)
          .where('sessions.revoked_at', 'is', null)
      : account
          .innerJoin('api_keys', 'api_keys.account_id', 'accounts.id')
          .where('api_keys.id', '=', credentialId)
          .where('api_keys.revoked_at', 'is', null);
  return (await held.executeTakeFirst()) !== undefined;
}

/**
 * Waits until the calls of an account that are under way are over, and lets none begin until the transaction ends: each
 * holds its account and credential first. Of another account than the caller's, {@link holdManagement} comes before.
 */
export async function awaitCalls(db: Database, accountId: number): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
}

/**
 * Until the transaction ends, whoever else changes the accounts of others waits: two who take each other's access at
 * the same moment are told one after the other.
 */
export const holdManagement = (db: Database): Promise<void> => putSetting(db, 'managers_lock', '');
