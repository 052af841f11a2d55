import type { Kysely } from 'kysely';
import type { StoreDialect } from '../schema.ts';
import { numbered, withText } from './0001-initial.ts';

/** Logins at the identity provider that are under way, and which of its subjects are whose (S21, S22). */
export async function createSingleSignOn(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const begun = withText(
    numbered(db, dialect, 'single_sign_ons'),
    ...['state_hash', 'handle_hash', 'nonce', 'verifier', 'created_at', 'expires_at'],
  );
  await ['taken_at', 'code_hash', 'subject', 'email', 'failure', 'used_at']
    .reduce((table, name) => table.addColumn(name, 'text'), begun)
    .addUniqueConstraint('single_sign_ons_state', ['state_hash'])
    .addUniqueConstraint('single_sign_ons_code', ['code_hash'])
    .execute();
  await withText(numbered(db, dialect, 'account_identities'), 'issuer', 'subject', 'linked_at')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addUniqueConstraint('account_identities_subject', ['issuer', 'subject'])
    .addUniqueConstraint('account_identities_account', ['account_id', 'issuer'])
    .execute();
}
