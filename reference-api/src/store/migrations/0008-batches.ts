import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../schema.ts';
import { numbered, withText } from './0001-initial.ts';

type Builder = Kysely<unknown>;

const facts = ['devices', 'total', 'invalid', 'duplicates'] as const;
const counts = ['found', 'not_found', 'refused'] as const;

async function batches(db: Builder, dialect: StoreDialect): Promise<void> {
  const described = withText(
    numbered(db, dialect, 'batches'),
    'batch_id',
    'action',
    'level',
    'file_name',
    'file',
    'report',
    'run',
    'place',
    'seen_at',
    'state',
    'started_at',
  );
  await [...facts, ...counts]
    .reduce(
      (table, name) => table.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0)),
      described
        .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
        .addColumn('holder_id', 'bigint', (column) => column.notNull().references('accounts.id')),
    )
    .addUniqueConstraint('batches_batch_id', ['batch_id'])
    .execute();
  await sql`create index batches_copy on batches (report, file)`.execute(db);
  // Few are unfinished, however many there were.
  await sql`create index batches_open on batches (seen_at) where state = 'open'`.execute(db);
}

/**
 * Batches that runs made known, and the outcome of each row (D17a). A row's key is its place in the table on SQLite, so
 * that a million rows are kept once.
 */
export async function createBatches(db: Builder, dialect: StoreDialect): Promise<void> {
  await batches(db, dialect);
  await withText(
    db.schema
      .createTable('batch_items')
      .addColumn('batch', 'bigint', (column) => column.notNull())
      .addColumn('row', 'integer', (column) => column.notNull()),
    'transaction_id',
    'outcome',
    'message',
  )
    .addColumn('command_id', 'bigint')
    .addPrimaryKeyConstraint('batch_items_key', ['batch', 'row'])
    .$call((table) => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
}
