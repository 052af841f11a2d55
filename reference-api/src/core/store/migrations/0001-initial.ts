import { APPROVALS_PERMISSION, permissionNames } from '@device-console/shared-lib/contract';
import { sql, type Kysely } from 'kysely';
import { appendOnlyTriggers } from '../append-only.ts';
import { tables, type StoreDialect } from '../schema.ts';
import { buildIndexes, type IndexList } from './indexes.ts';

/** What a table has besides its columns. */
const constraints: Readonly<Record<string, string>> = {
  accounts: 'unique (email), unique (phone)',
  account_identities: 'unique (issuer, subject), unique (account_id, issuer)',
  permissions: 'unique (name)',
  account_permissions: 'primary key (account_id, permission_id)',
  sessions: 'unique (token_hash)',
  api_keys: 'unique (key_hash)',
  password_resets: 'unique (secret_hash)',
  recovery_codes: 'unique (account_id, code_hash)',
  identity_challenges: 'unique (ticket_hash)',
  single_sign_ons: 'unique (state_hash)',
  outcomes: 'primary key (account_id, method, path, transaction_id)',
  command_counts: 'primary key (kind, id, begins_at)',
  intents: 'unique (account_id, batch_id)',
  batches: 'unique (batch_id)',
  batch_items: 'primary key (batch, row)',
  uploads: 'unique (account_id, file)',
  gateway_figures: 'primary key (period, name)',
  gateway_errors: 'primary key (period, message)',
  remote_loads: 'primary key (hour, remote, version, release, source, step)',
  remote_failures: 'unique (fingerprint)',
  remote_failure_counts: 'primary key (hour, failure_id, account_id)',
};

/** Ids are in the order of insertion. */
const types = {
  sqlite: { '<id>': 'integer primary key autoincrement', '<bytes>': 'blob' },
  postgres: { '<id>': 'bigint generated always as identity primary key', '<bytes>': 'bytea' },
} as const;

const indexes: IndexList = {
  api_keys_account_id: 'api_keys (account_id)',
  approvals_account_id: 'approvals (account_id, id)',
  approvals_batch: { unique: 'approvals (account_id, batch_id) where batch_id is not null' },
  approvals_waiting: "approvals (expires_at) where state = 'waiting'",
  audit_log_account_actions: "audit_log (account_id, at) where imei = ''",
  audit_log_device_pages: 'audit_log (imei, at, id)',
  // Failures are rare: these cost a successful action nothing.
  audit_log_error_pages: "audit_log (at, id) where outcome = 'error'",
  audit_log_pages: 'audit_log (at, id)',
  audit_log_refused_pages: "audit_log (at, id) where outcome = 'refused'",
  batches_copy: 'batches (report, file)',
  // Few are unfinished, however many there were.
  batches_open: "batches (seen_at) where state = 'open'",
  command_counts_day: 'command_counts (kind, begins_at)',
  commands_account: 'commands (account_id, interface, created_at, id, status, report)',
  commands_batch: 'commands (batch_id, id, account_id, status) where batch_id is not null',
  // SQLite uses this index only for a condition that names each state.
  commands_due:
    "commands (status, next_attempt_at, id) where status = 'queued' or status = 'sent' or status = 'unknown'",
  commands_imei_id: 'commands (imei, id)',
  commands_pages: 'commands (report, created_at, id, status)',
  commands_states:
    "commands (status, id) where status = 'queued' or status = 'sent' or status = 'failed' or status = 'expired' " +
    "or status = 'unknown' or status = 'cancelled'",
  commands_uid: { unique: 'commands (uid) where uid is not null' },
  devices_figures: 'devices (claim_status, app_version, imei1)',
  devices_imei2: 'devices (imei2)',
  enrolments_imei1: 'enrolments (imei1)',
  enrolments_pages: 'enrolments (created_at, id)',
  identity_challenges_account: 'identity_challenges (account_id)',
  identity_challenges_expiry: 'identity_challenges (expires_at)',
  intents_account_day: 'intents (account_id, created_at, devices)',
  intents_kept: "intents (created_at) where imei_list <> ''",
  outcomes_created: 'outcomes (created_at)',
  registrations_imei1: 'registrations (imei1)',
  registrations_matched_pages: 'registrations (matched, created_at, id)',
  registrations_pages: 'registrations (created_at, id)',
  releases_created_at: 'releases (created_at)',
  releases_imei1: 'releases (imei1)',
  // A kind of failure is deleted once nothing is counted of it.
  remote_failure_counts_failure: 'remote_failure_counts (failure_id)',
  remote_failures_last: 'remote_failures (last_at)',
  remote_failures_release: 'remote_failures (remote, release)',
  second_factors_account: 'second_factors (account_id)',
  sessions_account_id: 'sessions (account_id)',
  uploads_account_batch: 'uploads (account_id, id) where batch_id is not null',
  uploads_account_day: 'uploads (account_id, created_at)',
  uploads_account_id_old_file: 'uploads (account_id, old_file)',
  uploads_batch: 'uploads (id) where batch_id is not null',
  uploads_of_batch: 'uploads (batch_id, account_id, id) where batch_id is not null',
  uploads_pages: 'uploads (report, created_at, id)',
  uploads_report_file: 'uploads (report, file)',
};

/** Every table, index and trigger of a new database, and its permissions (D20, C15). */
export async function createSchema(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const { '<id>': id, '<bytes>': bytes } = types[dialect];
  for (const [name, columns] of Object.entries(tables)) {
    const parts = Object.entries(columns).map(([column, { sql: type }]) => `"${column}" ${type}`);
    const inBrackets = [...parts, constraints[name]].filter(Boolean).join(', ');
    // An outcome's key is its place in the table, so a million rows are stored once.
    const end = dialect === 'sqlite' && name === 'batch_items' ? ' without rowid' : '';
    await sql
      .raw(`create table ${name} (${inBrackets.replace('<id>', id).replace('<bytes>', bytes)})${end}`)
      .execute(db);
  }
  await buildIndexes(db, dialect, indexes);
  for (const table of ['audit_log', 'audit_seals'] as const)
    for (const statement of appendOnlyTriggers(table, dialect)) await sql.raw(statement).execute(db);
  const names = [...permissionNames, APPROVALS_PERMISSION].map((name) => sql`(${name})`);
  await sql`insert into permissions (name) values ${sql.join(names)}`.execute(db);
}
