import type { Kysely } from 'kysely';
import { withText } from './0001-initial.ts';

type Builder = Kysely<unknown>;

/**
 * How many commands an account and an API key have sent by the hour, and whose sending is paused (C10, C11). A server
 * of the version before counts nothing and sends on.
 */
export async function createCommandBudgets(db: Builder): Promise<void> {
  await withText(db.schema.createTable('command_counts'), 'kind', 'hour', 'minute')
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('commands', 'integer', (column) => column.notNull())
    .addColumn('in_minute', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('command_counts_key', ['kind', 'id', 'hour'])
    .execute();
  await db.schema.createIndex('command_counts_hour').on('command_counts').columns(['kind', 'hour']).execute();
  await withText(db.schema.createTable('command_pauses'), 'paused_at', 'why')
    .addColumn('account_id', 'bigint', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('lifted_at', 'text')
    .addColumn('lifted_by', 'text')
    .execute();
}
