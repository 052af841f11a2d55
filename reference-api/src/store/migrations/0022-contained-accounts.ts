import type { Kysely } from 'kysely';
import type { IndexList } from './indexes.ts';

/** Since when an account is contained (S32). For a server of the version before it is a disabled one. */
export async function describeContainedAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('contained_at', 'text').execute();
}

/** What an account did that is about no device: the devices of a batch cost nothing here. */
export const accountActionIndexes: IndexList = {
  audit_log_account_actions: "audit_log (account_id, at) where imei = ''",
};
