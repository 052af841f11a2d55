import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { StoreDialect } from '../schema.ts';

type Builder = Kysely<unknown>;

/** A table with the identity column of its database, from which ids come in the order of insertion. */
export function numbered(db: Builder, dialect: StoreDialect, name: string): CreateTableBuilder<string, 'id'> {
  const table = db.schema.createTable(name);
  return dialect === 'sqlite'
    ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey());
}

/** A table with more columns of text that are never null. */
export function withText<Columns extends string, Names extends string>(
  table: CreateTableBuilder<string, Columns>,
  ...names: readonly Names[]
): CreateTableBuilder<string, Columns | Names> {
  return names.reduce<CreateTableBuilder<string, Columns | Names>>(
    (built, name) => built.addColumn(name, 'text', (column) => column.notNull().defaultTo('')),
    table,
  );
}

async function index(db: Builder, table: string, ...columns: readonly string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
    .execute();
}

async function people(db: Builder, dialect: StoreDialect): Promise<void> {
  await withText(
    numbered(db, dialect, 'accounts'),
    'email',
    'phone',
    'password_hash',
    'role',
    'status',
    'client_of',
    'created_at',
    'updated_at',
  )
    .addUniqueConstraint('accounts_email', ['email'])
    .addUniqueConstraint('accounts_phone', ['phone'])
    .execute();
  await withText(numbered(db, dialect, 'permissions'), 'name')
    .addUniqueConstraint('permissions_name', ['name'])
    .execute();
  await db.schema
    .createTable('account_permissions')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('permission_id', 'bigint', (column) => column.notNull().references('permissions.id'))
    .addPrimaryKeyConstraint('account_permissions_key', ['account_id', 'permission_id'])
    .execute();
  await withText(numbered(db, dialect, 'sessions'), 'token_hash', 'created_at', 'expires_at')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('revoked_at', 'text')
    .addUniqueConstraint('sessions_token', ['token_hash'])
    .execute();
  await index(db, 'sessions', 'account_id');
  await withText(numbered(db, dialect, 'api_keys'), 'name', 'key_hash', 'status', 'created_at')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addUniqueConstraint('api_keys_hash', ['key_hash'])
    .execute();
  await db.schema
    .createTable('attempts')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'text', (column) => column.notNull())
    .execute();
  await withText(numbered(db, dialect, 'password_resets'), 'secret_hash', 'handle_hash', 'created_at', 'expires_at')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('used_at', 'text')
    .addUniqueConstraint('password_resets_secret', ['secret_hash'])
    .execute();
}

async function devices(db: Builder, dialect: StoreDialect): Promise<void> {
  const device = db.schema.createTable('devices').addColumn('imei1', 'text', (column) => column.primaryKey());
  await withText(
    device,
    'imei2',
    'brand',
    'model',
    'claim_status',
    'registration_status',
    'app_version',
    'app_type',
    'last_command',
    'created_at',
    'updated_at',
  )
    .addColumn('last_command_at', 'text')
    .execute();
  await index(db, 'devices', 'imei2');
  await index(db, 'devices', 'claim_status', 'app_version');
  await withText(
    numbered(db, dialect, 'registrations'),
    'imei1',
    'imei2',
    'brand',
    'model',
    'matched',
    'registration_status',
    'created_at',
  ).execute();
  await withText(numbered(db, dialect, 'enrolments'), 'imei1', 'imei2', 'action', 'created_at').execute();
  await withText(numbered(db, dialect, 'releases'), 'imei1', 'imei2', 'brand', 'model', 'created_at').execute();
  for (const table of ['registrations', 'enrolments', 'releases']) {
    await index(db, table, 'imei1');
    await index(db, table, 'created_at');
  }
}

async function commands(db: Builder, dialect: StoreDialect): Promise<void> {
  await withText(
    numbered(db, dialect, 'commands'),
    'transaction_id',
    'user_email',
    'imei',
    'interface',
    'action',
    'reported_as',
    'report',
    'payload',
    'filename',
    'reason',
    'status',
    'failure',
    'next_attempt_at',
    'created_at',
    'updated_at',
  )
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('batch_id', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('claimed_until', 'text')
    .execute();
  await index(db, 'commands', 'imei', 'id');
  await index(db, 'commands', 'report', 'created_at');
  // Only the rows still on their way: the index stays small however long the history is.
  await sql`create index commands_queued on commands (next_attempt_at, id) where status = 'queued'`.execute(db);
  await sql`create index commands_sent on commands (next_attempt_at, id) where status = 'sent'`.execute(db);
  await withText(
    db.schema.createTable('outcomes').addColumn('account_id', 'bigint', (column) => column.notNull()),
    'method',
    'path',
    'transaction_id',
    'body_hash',
    'answer',
    'created_at',
  )
    .addPrimaryKeyConstraint('outcomes_key', ['account_id', 'method', 'path', 'transaction_id'])
    .execute();
}

async function batches(db: Builder, dialect: StoreDialect): Promise<void> {
  await withText(
    numbered(db, dialect, 'uploads'),
    'file',
    'old_file',
    'report',
    'status_of',
    'is_complete',
    'last_imei',
    'remarks',
    'created_at',
    'updated_at',
  )
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('batch_id', 'text')
    .addUniqueConstraint('uploads_file', ['account_id', 'file'])
    .execute();
  await index(db, 'uploads', 'report', 'created_at');
  await index(db, 'uploads', 'account_id', 'old_file');
  await db.schema
    .createTable('upload_contents')
    .addColumn('upload_id', 'bigint', (column) => column.primaryKey().references('uploads.id'))
    .addColumn('content', dialect === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
    .execute();
  await withText(numbered(db, dialect, 'intents'), 'action', 'imei_list', 'created_at')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('batch_id', 'text')
    .addColumn('devices', 'integer', (column) => column.notNull())
    .addUniqueConstraint('intents_batch', ['account_id', 'batch_id'])
    .execute();
}

async function appendOnly(db: Builder, dialect: StoreDialect): Promise<void> {
  if (dialect === 'sqlite') {
    for (const event of ['update', 'delete']) {
      await sql
        .raw(
          `create trigger audit_log_no_${event} before ${event} on audit_log begin select raise(abort, 'audit_log ` +
            `is append-only'); end`,
        )
        .execute(db);
    }
    return;
  }
  await sql
    .raw(
      'create function audit_log_append_only() returns trigger language plpgsql as $$ begin raise exception ' +
        `'audit_log is append-only'; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      'create trigger audit_log_no_change before update or delete or truncate on audit_log for each statement ' +
        'execute function audit_log_append_only()',
    )
    .execute(db);
}

/** Every table of the first version. */
export async function createInitialTables(db: Builder, dialect: StoreDialect): Promise<void> {
  await people(db, dialect);
  await devices(db, dialect);
  await commands(db, dialect);
  await batches(db, dialect);
  await withText(
    numbered(db, dialect, 'audit_log'),
    'at',
    'email',
    'via',
    'call',
    'action',
    'imei',
    'outcome',
    'detail',
    'transaction_id',
    'address',
  )
    .addColumn('account_id', 'bigint')
    .execute();
  await index(db, 'audit_log', 'imei');
  await appendOnly(db, dialect);
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
