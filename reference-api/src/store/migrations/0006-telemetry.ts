import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../schema.ts';
import { numbered, withText } from './0001-initial.ts';

type Builder = Kysely<unknown>;

/** What pages report of remotes: loads by hour and step of time, kinds of failures, and who met them in which hour. */
async function reports(db: Builder, dialect: StoreDialect): Promise<void> {
  await withText(db.schema.createTable('remote_loads'), 'hour', 'remote', 'version', 'release', 'source')
    .addColumn('step', 'integer', (column) => column.notNull())
    .addColumn('loads', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('remote_loads_key', ['hour', 'remote', 'version', 'release', 'source', 'step'])
    .execute();
  await withText(
    numbered(db, dialect, 'remote_failures'),
    'fingerprint',
    'remote',
    'owner',
    'version',
    'release',
    'source',
    'screen',
    'kind',
    'message',
    'stack',
    'browser',
    'first_at',
    'last_at',
  )
    .addUniqueConstraint('remote_failures_fingerprint', ['fingerprint'])
    .execute();
  await sql`create index remote_failures_release on remote_failures (remote, release)`.execute(db);
  await sql`create index remote_failures_last on remote_failures (last_at)`.execute(db);
  await withText(db.schema.createTable('remote_failure_counts'), 'hour')
    .addColumn('failure_id', 'bigint', (column) => column.notNull().references('remote_failures.id'))
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('remote_failure_counts_key', ['hour', 'failure_id', 'account_id'])
    .execute();
  // A kind of failure is deleted once nothing is counted of it.
  await sql`create index remote_failure_counts_failure on remote_failure_counts (failure_id)`.execute(db);
}

/** Tables of what pages report, and what an API key opens: those that are there open the command calls (D21). */
export async function createTelemetry(db: Builder, dialect: StoreDialect): Promise<void> {
  await reports(db, dialect);
  await db.schema
    .alterTable('api_keys')
    .addColumn('opens', 'text', (column) => column.notNull().defaultTo('commands'))
    .execute();
}
