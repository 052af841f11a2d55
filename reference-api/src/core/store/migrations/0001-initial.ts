import { APPROVALS_PERMISSION, permissionNames } from '@device-console/shared-lib/contract';
import { sql, type Kysely } from 'kysely';
import { appendOnlyTriggers } from '../append-only.ts';
import type { StoreDialect } from '../schema.ts';
import { buildIndexes, type IndexList } from './indexes.ts';

const account = 'account_id bigint not null references accounts (id)';

/** Never null. */
const texts = (...names: readonly string[]): string =>
  names.map((name) => `"${name}" text not null default ''`).join(', ');

/** Columns and constraints by table; `types` has the dialects' own forms. */
const tables: Readonly<Record<string, string>> = {
  accounts: `
    <id>, ${texts('email', 'phone', 'password_hash', 'role', 'status', 'client_of', 'created_at')},
    ${texts('updated_at')}, invited_at text, closed_at text, closed_email text, contained_at text,
    first_password_until text, constraint accounts_email unique (email),
    constraint accounts_phone unique (phone)`,
  account_identities: `
    <id>, ${texts('issuer', 'subject', 'linked_at')}, ${account},
    constraint account_identities_subject unique (issuer, subject),
    constraint account_identities_account unique (account_id, issuer)`,
  permissions: `<id>, ${texts('name')}, constraint permissions_name unique (name)`,
  account_permissions: `
    ${account}, permission_id bigint not null references permissions (id),
    constraint account_permissions_key primary key (account_id, permission_id)`,
  sessions: `
    <id>, ${texts('token_hash', 'created_at', 'expires_at')}, ${account}, revoked_at text, address text,
    last_used_at text, last_address text, authenticated_at text, ended_because text, signed_on text,
    id_token text, constraint sessions_token unique (token_hash)`,
  api_keys: `
    <id>, ${texts('name', 'key_hash', 'status', 'created_at')}, ${account},
    opens text not null default 'commands', expires_at text, revoked_at text, last_used_at text,
    last_address text, commands text, networks text, per_minute integer,
    constraint api_keys_hash unique (key_hash)`,
  password_resets: `
    <id>, ${texts('secret_hash', 'handle_hash', 'created_at', 'expires_at')}, ${account}, used_at text,
    purpose text not null default 'reset', constraint password_resets_secret unique (secret_hash)`,
  attempts: `subject text primary key, attempts integer not null, window_ends_at text not null`,
  second_factors: `
    <id>, ${texts('kind', 'name', 'secret', 'created_at')}, ${account}, credential_id text unique,
    counter bigint not null default 0, confirmed_at text, last_used_at text`,
  recovery_codes: `
    <id>, ${texts('code_hash', 'created_at')}, ${account}, used_at text,
    constraint recovery_codes_hash unique (account_id, code_hash)`,
  identity_challenges: `
    <id>, ${texts('purpose', 'ticket_hash', 'challenge', 'created_at', 'expires_at')}, ${account},
    session_id bigint, constraint identity_challenges_ticket unique (ticket_hash)`,
  single_sign_ons: `
    <id>, ${texts('state_hash', 'handle_hash', 'nonce', 'verifier', 'created_at', 'expires_at')},
    session_id bigint, constraint single_sign_ons_state unique (state_hash)`,
  devices: `
    imei1 text primary key,
    ${texts('imei2', 'brand', 'model', 'claim_status', 'registration_status', 'app_version')},
    ${texts('app_type', 'last_command', 'created_at', 'updated_at')}, last_command_at text`,
  registrations: `
    <id>, ${texts('imei1', 'imei2', 'brand', 'model', 'matched', 'registration_status', 'created_at')}`,
  enrolments: `<id>, ${texts('imei1', 'imei2', 'action', 'created_at')}`,
  releases: `<id>, ${texts('imei1', 'imei2', 'brand', 'model', 'created_at')}`,
  commands: `
    <id>, ${texts('transaction_id', 'user_email', 'imei', 'interface', 'action', 'reported_as', 'report')},
    ${texts('payload', 'filename', 'reason', 'status', 'failure', 'next_attempt_at', 'created_at')},
    ${texts('updated_at')}, ${account}, batch_id text, attempts integer not null default 0,
    retries integer not null default 0,
    claimed_until text, uid text, claim text, handed_at text, sent_at text, first_failure_at text,
    expires_at text, ${texts('epoch', 'active_epoch')}, approved_by text`,
  outcomes: `
    account_id bigint not null,
    ${texts('method', 'path', 'transaction_id', 'body_hash', 'answer', 'created_at')},
    constraint outcomes_key primary key (account_id, method, path, transaction_id)`,
  approvals: `
    <id>, ${texts('via', 'call', 'transaction_id', 'body', 'body_hash', 'action', 'imei', 'state', 'why')},
    ${texts('created_at', 'expires_at')}, ${account}, credential_id bigint not null, batch_id text,
    devices integer not null, decided_by bigint references accounts (id), decided_at text`,
  command_counts: `
    ${texts('kind', 'begins_at')}, id bigint not null, commands integer not null,
    constraint command_counts_key primary key (kind, id, begins_at)`,
  command_pauses: `
    ${texts('paused_at', 'why')}, account_id bigint primary key references accounts (id), lifted_at text`,
  intents: `
    <id>, ${texts('action', 'imei_list', 'created_at')}, ${account}, batch_id text,
    devices integer not null, constraint intents_batch unique (account_id, batch_id)`,
  batches: `
    <id>, ${texts('batch_id', 'action', 'level', 'file_name', 'file', 'report', 'run', 'place', 'seen_at')},
    ${texts('state', 'started_at')}, ${account}, holder_id bigint not null references accounts (id),
    devices integer not null default 0, total integer not null default 0, invalid integer not null default 0,
    duplicates integer not null default 0, found integer not null default 0,
    not_found integer not null default 0, refused integer not null default 0,
    constraint batches_batch_id unique (batch_id)`,
  batch_items: `
    batch bigint not null, row integer not null, ${texts('transaction_id', 'outcome', 'message')},
    command_id bigint, constraint batch_items_key primary key (batch, row)`,
  uploads: `
    <id>, ${texts('file', 'old_file', 'report', 'status_of', 'is_complete', 'last_imei', 'remarks')},
    ${texts('created_at', 'updated_at')}, ${account}, batch_id text,
    constraint uploads_file unique (account_id, file)`,
  upload_contents: `upload_id bigint primary key references uploads (id), content <bytes> not null`,
  gateway_figures: `
    period text not null, name text not null, count integer not null,
    constraint gateway_figures_key primary key (period, name)`,
  gateway_errors: `
    period text not null, message text not null, count integer not null, at text not null,
    constraint gateway_errors_key primary key (period, message)`,
  audit_log: `
    <id>, ${texts('at', 'email', 'via', 'call', 'action', 'imei', 'outcome', 'detail', 'transaction_id')},
    ${texts('address')}, account_id bigint`,
  audit_seals: `
    sequence bigint primary key, statement text not null, hashes <bytes> not null, hash text not null,
    removed_through bigint`,
  remote_loads: `
    ${texts('hour', 'remote', 'version', 'release', 'source')}, step integer not null,
    loads integer not null,
    constraint remote_loads_key primary key (hour, remote, version, release, source, step)`,
  remote_failures: `
    <id>, ${texts('fingerprint', 'remote', 'owner', 'version', 'release', 'source', 'screen', 'kind')},
    ${texts('message', 'stack', 'browser', 'first_at', 'last_at')},
    constraint remote_failures_fingerprint unique (fingerprint)`,
  remote_failure_counts: `
    ${texts('hour')}, failure_id bigint not null references remote_failures (id), ${account},
    failures integer not null,
    constraint remote_failure_counts_key primary key (hour, failure_id, account_id)`,
  settings: `name text primary key, value text not null`,
};

/** Ids are in the order of insertion. */
const types = {
  sqlite: { '<id>': 'id integer primary key autoincrement', '<bytes>': 'blob' },
  postgres: { '<id>': 'id bigint generated always as identity primary key', '<bytes>': 'bytea' },
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
  for (const [name, parts] of Object.entries(tables)) {
    // An outcome's key is its place in the table, so a million rows are stored once.
    const end = dialect === 'sqlite' && name === 'batch_items' ? ' without rowid' : '';
    const columns = parts.replace('<id>', types[dialect]['<id>']).replace('<bytes>', types[dialect]['<bytes>']);
    await sql.raw(`create table ${name} (${columns})${end}`).execute(db);
  }
  await buildIndexes(db, dialect, indexes);
  for (const table of ['audit_log', 'audit_seals'] as const)
    for (const statement of appendOnlyTriggers(table, dialect)) await sql.raw(statement).execute(db);
  const names = [...permissionNames, APPROVALS_PERMISSION].map((name) => sql`(${name})`);
  await sql`insert into permissions (name) values ${sql.join(names)}`.execute(db);
}
