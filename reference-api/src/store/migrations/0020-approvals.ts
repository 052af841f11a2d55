import { sql, type Kysely } from 'kysely';
import { APPROVALS_PERMISSION } from '@device-console/shared-lib/contract';
import type { StoreDialect } from '../schema.ts';
import { numbered, withText } from './0001-initial.ts';

/**
 * Commands that wait for a second person, and who has approved a command (C12 to C16). A server of the version before
 * asks nobody.
 */
export async function createApprovals(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await withText(
    numbered(db, dialect, 'approvals'),
    'via',
    'call',
    'transaction_id',
    'body',
    'body_hash',
    'action',
    'imei',
    'state',
    'why',
    'created_at',
    'expires_at',
  )
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('credential_id', 'bigint', (column) => column.notNull())
    .addColumn('batch_id', 'text')
    .addColumn('devices', 'integer', (column) => column.notNull())
    .addColumn('decided_by', 'bigint', (column) => column.references('accounts.id'))
    .addColumn('decided_at', 'text')
    .execute();
  await sql`create unique index approvals_batch on approvals (account_id, batch_id) where batch_id is not null`.execute(
    db,
  );
  // Few wait, however many were decided.
  await sql`create index approvals_waiting on approvals (expires_at) where state = 'waiting'`.execute(db);
  await db.schema.alterTable('commands').addColumn('approved_by', 'text').execute();
  await sql`insert into permissions (name) values (${APPROVALS_PERMISSION}) on conflict do nothing`.execute(db);
}
