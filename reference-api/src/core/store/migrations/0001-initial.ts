import type { ColumnTypes, FirstStep } from './first-step.ts';

const triggers = {
  sqlite: [
    `create trigger audit_log_no_update before update on audit_log
      begin select raise(abort, 'audit_log is append-only'); end`,
    `create trigger audit_log_no_delete before delete on audit_log
      begin select raise(abort, 'audit_log is append-only'); end`,
    `create trigger audit_log_no_replace before insert on audit_log
      when exists (select 1 from audit_log where id = new.id)
      begin select raise(abort, 'audit_log is append-only'); end`,
  ],
  postgres: [
    `create function audit_log_append_only() returns trigger language plpgsql as $$
      begin raise exception 'audit_log is append-only'; end $$`,
    `create trigger audit_log_no_change before update or delete or truncate on audit_log
      for each statement execute function audit_log_append_only()`,
  ],
} as const;

/** Accounts and how they come in. */
const people = ({ id }: ColumnTypes) => [
  `create table accounts (
    id ${id},
    email text not null default '',
    phone text not null default '',
    password_hash text not null default '',
    client_of text not null default '',
    updated_at text not null default '',
    role text not null default '',
    status text not null default '',
    created_at text not null default '',
    invited_at text,
    first_password_until text,
    closed_at text,
    closed_email text,
    contained_at text,
    unique (email),
    unique (phone)
  )`,
  `create table permissions (
    id ${id},
    name text not null default '',
    unique (name)
  )`,
  `create table account_permissions (
    account_id bigint not null references accounts (id),
    permission_id bigint not null references permissions (id),
    primary key (account_id, permission_id)
  )`,
  `create table sessions (
    id ${id},
    account_id bigint not null references accounts (id),
    token_hash text not null default '',
    expires_at text not null default '',
    created_at text not null default '',
    revoked_at text,
    address text,
    last_used_at text,
    last_address text,
    authenticated_at text,
    ended_because text,
    signed_on text,
    id_token text,
    unique (token_hash)
  )`,
  `create table api_keys (
    id ${id},
    account_id bigint not null references accounts (id),
    name text not null default '',
    key_hash text not null default '',
    status text not null default '',
    opens text not null default 'commands',
    created_at text not null default '',
    expires_at text,
    revoked_at text,
    last_used_at text,
    last_address text,
    commands text,
    networks text,
    per_minute integer,
    unique (key_hash)
  )`,
];

/** What else proves who somebody is, and counts who failed to. */
const proofs = ({ id }: ColumnTypes) => [
  `create table password_resets (
    id ${id},
    account_id bigint not null references accounts (id),
    secret_hash text not null default '',
    handle_hash text not null default '',
    expires_at text not null default '',
    created_at text not null default '',
    used_at text,
    purpose text not null default 'reset',
    unique (secret_hash)
  )`,
  `create table second_factors (
    id ${id},
    account_id bigint not null references accounts (id),
    kind text not null default '',
    name text not null default '',
    secret text not null default '',
    credential_id text unique,
    counter bigint not null default 0,
    created_at text not null default '',
    confirmed_at text,
    last_used_at text
  )`,
  `create table attempts (
    subject text primary key,
    attempts integer not null default 0,
    window_ends_at text not null default ''
  )`,
];

/** Devices and what happened to them. */
const devices = ({ id }: ColumnTypes) => [
  `create table devices (
    imei1 text primary key,
    imei2 text not null default '',
    brand text not null default '',
    model text not null default '',
    registration_status text not null default '',
    app_version text not null default '',
    app_type text not null default '',
    last_command text not null default '',
    claim_status text not null default '',
    last_command_at text,
    created_at text not null default '',
    updated_at text not null default ''
  )`,
  `create table registrations (
    id ${id},
    imei1 text not null default '',
    imei2 text not null default '',
    created_at text not null default '',
    brand text not null default '',
    model text not null default '',
    registration_status text not null default '',
    matched text not null default ''
  )`,
  `create table enrolments (
    id ${id},
    imei1 text not null default '',
    imei2 text not null default '',
    created_at text not null default '',
    action text not null default ''
  )`,
  `create table releases (
    id ${id},
    imei1 text not null default '',
    imei2 text not null default '',
    created_at text not null default '',
    brand text not null default '',
    model text not null default ''
  )`,
];

/** Commands, their outcomes, the audit and settings. */
const work = ({ id }: ColumnTypes) => [
  `create table commands (
    id ${id},
    account_id bigint not null references accounts (id),
    transaction_id text not null default '',
    user_email text not null default '',
    imei text not null default '',
    action text not null default '',
    reported_as text not null default '',
    report text not null default '',
    filename text not null default '',
    reason text not null default '',
    interface text not null default '',
    payload text not null default '',
    batch_id text,
    status text not null default '',
    failure text not null default '',
    next_attempt_at text not null default '',
    updated_at text not null default '',
    attempts integer not null default 0,
    claimed_until text,
    uid text,
    retries integer not null default 0,
    epoch text not null default '',
    active_epoch text not null default '',
    claim text,
    handed_at text,
    sent_at text,
    first_failure_at text,
    expires_at text,
    approved_by text,
    created_at text not null default ''
  )`,
  `create table outcomes (
    account_id bigint not null,
    method text not null default '',
    path text not null default '',
    transaction_id text not null default '',
    body_hash text not null default '',
    answer text not null default '',
    created_at text not null default '',
    primary key (account_id, method, path, transaction_id)
  )`,
  `create table audit_log (
    id ${id},
    at text not null default '',
    email text not null default '',
    call text not null default '',
    action text not null default '',
    imei text not null default '',
    detail text not null default '',
    transaction_id text not null default '',
    address text not null default '',
    account_id bigint,
    via text not null default '',
    outcome text not null default ''
  )`,
  `create table settings (
    name text primary key,
    value text not null default ''
  )`,
];

/** Batches with their lists and files. */
const batches = ({ id, bytes, withoutRowid }: ColumnTypes) => [
  `create table intents (
    id ${id},
    account_id bigint not null references accounts (id),
    action text not null default '',
    imei_list text not null default '',
    created_at text not null default '',
    batch_id text,
    devices integer not null default 0,
    unique (account_id, batch_id)
  )`,
  `create table batches (
    id ${id},
    account_id bigint not null references accounts (id),
    batch_id text not null default '',
    action text not null default '',
    level text not null default '',
    started_at text not null default '',
    file_name text not null default '',
    file text not null default '',
    report text not null default '',
    devices integer not null default 0,
    total integer not null default 0,
    invalid integer not null default 0,
    duplicates integer not null default 0,
    run text not null default '',
    place text not null default '',
    seen_at text not null default '',
    holder_id bigint not null references accounts (id),
    found integer not null default 0,
    not_found integer not null default 0,
    refused integer not null default 0,
    state text not null default 'open',
    unique (batch_id)
  )`,
  // An outcome's key is its place in the table, so a million rows are stored once.
  `create table batch_items (
    batch bigint not null,
    "row" integer not null default 0,
    transaction_id text not null default '',
    outcome text not null default '',
    message text not null default '',
    command_id bigint,
    primary key (batch, row)
  )${withoutRowid}`,
  `create table uploads (
    id ${id},
    account_id bigint not null references accounts (id),
    file text not null default '',
    old_file text not null default '',
    report text not null default '',
    status_of text not null default '',
    updated_at text not null default '',
    is_complete text not null default 'incomplete',
    last_imei text not null default '',
    remarks text not null default '',
    batch_id text,
    created_at text not null default '',
    unique (account_id, file)
  )`,
  `create table upload_contents (
    upload_id bigint primary key references uploads (id),
    content ${bytes} not null
  )`,
];

const indexes = [
  `create index api_keys_account_id on api_keys (account_id)`,
  `create index audit_log_account_actions on audit_log (account_id, at) where imei = ''`,
  `create index audit_log_device_pages on audit_log (imei, at, id)`,
  // Failures are rare: these two cost a successful action nothing.
  `create index audit_log_error_pages on audit_log (at, id) where outcome = 'error'`,
  `create index audit_log_pages on audit_log (at, id)`,
  `create index audit_log_refused_pages on audit_log (at, id) where outcome = 'refused'`,
  `create index batches_copy on batches (report, file)`,
  // Few are unfinished, however many there were.
  `create index batches_open on batches (seen_at) where state = 'open'`,
  `create index commands_account on commands (account_id, interface, created_at, id, status, report)`,
  `create index commands_batch
    on commands (batch_id, id, account_id, status) where batch_id is not null`,
  // SQLite uses this index only for a condition that names each state.
  `create index commands_due
    on commands (status, next_attempt_at, id) where status = 'queued' or status = 'sent' or status = 'unknown'`,
  `create index commands_imei_id on commands (imei, id)`,
  `create index commands_pages on commands (report, created_at, id, status)`,
  `create index commands_states
    on commands (status, id) where status = 'queued' or status = 'sent' or status = 'failed' or status =
    'expired' or status = 'unknown' or status = 'cancelled'`,
  `create unique index commands_uid on commands (uid) where uid is not null`,
  `create index devices_figures on devices (claim_status, app_version, imei1)`,
  `create index devices_imei2 on devices (imei2)`,
  `create index enrolments_imei1 on enrolments (imei1)`,
  `create index enrolments_pages on enrolments (created_at, id)`,
  `create index intents_account_day on intents (account_id, created_at, devices)`,
  `create index intents_kept on intents (created_at) where imei_list <> ''`,
  `create index outcomes_created on outcomes (created_at)`,
  `create index registrations_imei1 on registrations (imei1)`,
  `create index registrations_matched_pages on registrations (matched, created_at, id)`,
  `create index registrations_pages on registrations (created_at, id)`,
  `create index releases_created_at on releases (created_at)`,
  `create index releases_imei1 on releases (imei1)`,
  `create index second_factors_account on second_factors (account_id)`,
  `create index sessions_account_id on sessions (account_id)`,
  `create index uploads_account_batch on uploads (account_id, id) where batch_id is not null`,
  `create index uploads_account_day on uploads (account_id, created_at)`,
  `create index uploads_account_id_old_file on uploads (account_id, old_file)`,
  `create index uploads_batch on uploads (id) where batch_id is not null`,
  `create index uploads_of_batch on uploads (batch_id, account_id, id) where batch_id is not null`,
  `create index uploads_pages on uploads (report, created_at, id)`,
  `create index uploads_report_file on uploads (report, file)`,
];

const permissions = [
  `insert into permissions (name) values
    ('Enable Notification'), ('Set Wallpaper'), ('Remove Wallpaper'), ('Activate Alarm'),
    ('Deactivate Alarm'), ('Disable App'), ('Restore App'), ('Disable Camera'), ('Enable Camera'),
    ('Release Device'), ('Lock Device'), ('Unlock Device'), ('Block App'), ('Unblock App'),
    ('Device Details'), ('Formatted Device'), ('Enable Credit'), ('Revoke Credit'), ('Reports'),
    ('App Version'), ('Audit Report'), ('Approvals')`,
];

/** The tables of the core in the first step. Databases have taken it: a change is a step of its own. */
export const firstStep: FirstStep = (dialect, types) => [
  ...people(types),
  ...proofs(types),
  ...devices(types),
  ...work(types),
  ...batches(types),
  ...indexes,
  ...triggers[dialect],
  ...permissions,
];
