import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../schema.ts';
import { numbered, withText } from './0001-initial.ts';

type Builder = Kysely<unknown>;

/**
 * Second factors, recovery codes, and what a login or a page is in the middle of proving. A server of the version
 * before knows none of it: it opens sessions by the password alone.
 */
export async function createSecondFactors(db: Builder, dialect: StoreDialect): Promise<void> {
  await withText(numbered(db, dialect, 'second_factors'), 'kind', 'name', 'secret', 'created_at')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('credential_id', 'text', (column) => column.unique())
    .addColumn('counter', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('transports', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();
  await sql`create index second_factors_account on second_factors (account_id)`.execute(db);
  await withText(numbered(db, dialect, 'recovery_codes'), 'code_hash', 'created_at')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('used_at', 'text')
    .addUniqueConstraint('recovery_codes_hash', ['account_id', 'code_hash'])
    .execute();
  await withText(
    numbered(db, dialect, 'identity_challenges'),
    'purpose',
    'ticket_hash',
    'challenge',
    'created_at',
    'expires_at',
  )
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('session_id', 'bigint')
    .addUniqueConstraint('identity_challenges_ticket', ['ticket_hash'])
    .execute();
  await sql`create index identity_challenges_account on identity_challenges (account_id)`.execute(db);
  await sql`create index identity_challenges_expiry on identity_challenges (expires_at)`.execute(db);
}
