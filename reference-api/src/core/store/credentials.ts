import { putSetting } from './settings.ts';
import type { Database } from './store.ts';

export interface HeldCredential {
  readonly accountId: number;
  readonly via: 'session' | 'key';
  readonly credentialId: number;
}

/** The account in which a credential may be used, held for its calls. */
function usableAccount(db: Database, accountId: number) {
  return db
    .selectFrom('accounts')
    .select('accounts.id')
    .where('accounts.id', '=', accountId)
    .where('accounts.status', '=', 'ACTIVE')
    .forKeyShare();
}

/**
 * Holds an account and its credential until the transaction ends: whoever takes either away waits. False if that was
 * done since the call was admitted. Calls of one account do not wait for each other.
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
