CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
insert into kysely_migration ("name", "timestamp") values ('0001-initial', '2026-11-29T14:12:09.287Z');
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
insert into kysely_migration_lock ("id", "is_locked") values ('migration_lock', 0);
CREATE TABLE accounts (
    id integer primary key autoincrement,
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
  );
insert into accounts ("id", "email", "phone", "password_hash", "client_of", "updated_at", "role", "status", "created_at", "invited_at", "first_password_until", "closed_at", "closed_email", "contained_at") values (4, 'viewer@example.com', '9000000004', '$argon2id$v=19$m=19456,t=2,p=1$hWsksfwr0wOUjaUOZU7tJA$JaPNw2zFxRhPpy78r7m324agtv9IwHcEPK9jkQqj4qc', '', '2026-11-18T10:00:00.000Z', 'USER', 'ACTIVE', '2026-11-18T10:00:00.000Z', NULL, NULL, NULL, NULL, NULL);
insert into accounts ("id", "email", "phone", "password_hash", "client_of", "updated_at", "role", "status", "created_at", "invited_at", "first_password_until", "closed_at", "closed_email", "contained_at") values (3, 'operator@example.com', '9000000003', '$argon2id$v=19$m=19456,t=2,p=1$hWsksfwr0wOUjaUOZU7tJA$JaPNw2zFxRhPpy78r7m324agtv9IwHcEPK9jkQqj4qc', '', '2026-11-18T10:00:00.000Z', 'USER', 'ACTIVE', '2026-11-18T10:00:00.000Z', NULL, NULL, NULL, NULL, NULL);
insert into accounts ("id", "email", "phone", "password_hash", "client_of", "updated_at", "role", "status", "created_at", "invited_at", "first_password_until", "closed_at", "closed_email", "contained_at") values (1, 'superadmin@example.com', '9000000001', '$argon2id$v=19$m=19456,t=2,p=1$hWsksfwr0wOUjaUOZU7tJA$JaPNw2zFxRhPpy78r7m324agtv9IwHcEPK9jkQqj4qc', '', '2026-11-18T10:00:00.000Z', 'SUPERADMIN', 'ACTIVE', '2026-11-18T10:00:00.000Z', NULL, NULL, NULL, NULL, NULL);
insert into accounts ("id", "email", "phone", "password_hash", "client_of", "updated_at", "role", "status", "created_at", "invited_at", "first_password_until", "closed_at", "closed_email", "contained_at") values (2, 'admin@example.com', '9000000002', '$argon2id$v=19$m=19456,t=2,p=1$hWsksfwr0wOUjaUOZU7tJA$JaPNw2zFxRhPpy78r7m324agtv9IwHcEPK9jkQqj4qc', '', '2026-11-18T10:00:00.000Z', 'ADMIN', 'ACTIVE', '2026-11-18T10:00:00.000Z', NULL, NULL, NULL, NULL, NULL);
insert into accounts ("id", "email", "phone", "password_hash", "client_of", "updated_at", "role", "status", "created_at", "invited_at", "first_password_until", "closed_at", "closed_email", "contained_at") values (5, 'clerk@example.com', '9000000009', '$argon2id$v=19$m=19456,t=2,p=1$CriX1+LeDXoU69gJrkv4Lg$4pomwVLHEOwE1Qp6Vf2MvduWVO9avadIzRL4FfyezL0', '', '2026-11-21T11:02:00.000Z', 'USER', 'ACTIVE', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL, NULL, NULL);
CREATE TABLE permissions (
    id integer primary key autoincrement,
    name text not null default '',
    unique (name)
  );
insert into permissions ("id", "name") values (1, 'Enable Notification');
insert into permissions ("id", "name") values (2, 'Set Wallpaper');
insert into permissions ("id", "name") values (3, 'Remove Wallpaper');
insert into permissions ("id", "name") values (4, 'Activate Alarm');
insert into permissions ("id", "name") values (5, 'Deactivate Alarm');
insert into permissions ("id", "name") values (6, 'Disable App');
insert into permissions ("id", "name") values (7, 'Restore App');
insert into permissions ("id", "name") values (8, 'Disable Camera');
insert into permissions ("id", "name") values (9, 'Enable Camera');
insert into permissions ("id", "name") values (10, 'Release Device');
insert into permissions ("id", "name") values (11, 'Lock Device');
insert into permissions ("id", "name") values (12, 'Unlock Device');
insert into permissions ("id", "name") values (13, 'Block App');
insert into permissions ("id", "name") values (14, 'Unblock App');
insert into permissions ("id", "name") values (15, 'Device Details');
insert into permissions ("id", "name") values (16, 'Formatted Device');
insert into permissions ("id", "name") values (17, 'Enable Credit');
insert into permissions ("id", "name") values (18, 'Revoke Credit');
insert into permissions ("id", "name") values (19, 'Reports');
insert into permissions ("id", "name") values (20, 'App Version');
insert into permissions ("id", "name") values (21, 'Audit Report');
insert into permissions ("id", "name") values (22, 'Approvals');
CREATE TABLE account_permissions (
    account_id bigint not null references accounts (id),
    permission_id bigint not null references permissions (id),
    primary key (account_id, permission_id)
  );
insert into account_permissions ("account_id", "permission_id") values (3, 1);
insert into account_permissions ("account_id", "permission_id") values (3, 11);
insert into account_permissions ("account_id", "permission_id") values (3, 15);
insert into account_permissions ("account_id", "permission_id") values (3, 19);
insert into account_permissions ("account_id", "permission_id") values (5, 1);
CREATE TABLE sessions (
    id integer primary key autoincrement,
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
  );
insert into sessions ("id", "account_id", "token_hash", "expires_at", "created_at", "revoked_at", "address", "last_used_at", "last_address", "authenticated_at", "ended_because", "signed_on", "id_token") values (1, 3, '4c88233a40457cd6d693e991cdac2e01f9a088c7ee7b5a6eb44eacab95cc6017', '2026-11-20T18:00:00.000Z', '2026-11-20T10:00:00.000Z', NULL, '192.0.2.1', '2026-11-20T10:02:00.000Z', '192.0.2.1', '2026-11-20T10:00:00.000Z', NULL, NULL, NULL);
insert into sessions ("id", "account_id", "token_hash", "expires_at", "created_at", "revoked_at", "address", "last_used_at", "last_address", "authenticated_at", "ended_because", "signed_on", "id_token") values (3, 2, '6b13788b593716f207923af0cfe1d46b62da6fc73bcde82e79af2bfce0a31026', '2026-11-20T18:00:00.000Z', '2026-11-20T10:00:00.000Z', NULL, '192.0.2.1', '2026-11-20T10:02:00.000Z', '192.0.2.1', '2026-11-20T10:00:00.000Z', NULL, NULL, NULL);
insert into sessions ("id", "account_id", "token_hash", "expires_at", "created_at", "revoked_at", "address", "last_used_at", "last_address", "authenticated_at", "ended_because", "signed_on", "id_token") values (2, 1, '38f8c9d5fccb8fb6c83f42f1ec1a7111399e2690c12c555a49e33f28dc6cb500', '2026-11-20T18:00:00.000Z', '2026-11-20T10:00:00.000Z', NULL, '192.0.2.1', '2026-11-20T10:02:00.000Z', '192.0.2.1', '2026-11-20T10:00:00.000Z', NULL, NULL, NULL);
insert into sessions ("id", "account_id", "token_hash", "expires_at", "created_at", "revoked_at", "address", "last_used_at", "last_address", "authenticated_at", "ended_because", "signed_on", "id_token") values (4, 3, '264fbb5b5488e51b9b5b3c7210c67da865f93490583b97f498225b28e3609b0e', '2026-11-21T19:02:00.000Z', '2026-11-21T11:02:00.000Z', NULL, '192.0.2.1', '2026-11-21T11:02:00.000Z', '192.0.2.1', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL);
insert into sessions ("id", "account_id", "token_hash", "expires_at", "created_at", "revoked_at", "address", "last_used_at", "last_address", "authenticated_at", "ended_because", "signed_on", "id_token") values (5, 1, 'acf6525081fa63fdb37ce79317e86ba161b01241b10f250174c7b3d6c897e9d0', '2026-11-21T19:02:00.000Z', '2026-11-21T11:02:00.000Z', NULL, '192.0.2.1', '2026-11-21T11:02:00.000Z', '192.0.2.1', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL);
insert into sessions ("id", "account_id", "token_hash", "expires_at", "created_at", "revoked_at", "address", "last_used_at", "last_address", "authenticated_at", "ended_because", "signed_on", "id_token") values (6, 2, '3c9fd3d56303fea1ef6c9ca1c0a42a708cac5af23f1577a60210e3ccd12be956', '2026-11-21T19:02:00.000Z', '2026-11-21T11:02:00.000Z', NULL, '192.0.2.1', '2026-11-21T11:02:00.000Z', '192.0.2.1', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL);
CREATE TABLE api_keys (
    id integer primary key autoincrement,
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
  );
insert into api_keys ("id", "account_id", "name", "key_hash", "status", "opens", "created_at", "expires_at", "revoked_at", "last_used_at", "last_address", "commands", "networks", "per_minute") values (1, 2, 'ERP', 'ce9e1ab41539824e253ccf341096dae8e3a76a8ae6836e2b211237ce7dadcc54', 'active', 'commands', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE password_resets (
    id integer primary key autoincrement,
    account_id bigint not null references accounts (id),
    secret_hash text not null default '',
    handle_hash text not null default '',
    expires_at text not null default '',
    created_at text not null default '',
    used_at text,
    purpose text not null default 'reset',
    unique (secret_hash)
  );
CREATE TABLE second_factors (
    id integer primary key autoincrement,
    account_id bigint not null references accounts (id),
    kind text not null default '',
    name text not null default '',
    secret text not null default '',
    credential_id text unique,
    counter bigint not null default 0,
    created_at text not null default '',
    confirmed_at text,
    last_used_at text
  );
CREATE TABLE attempts (
    subject text primary key,
    attempts integer not null default 0,
    window_ends_at text not null default ''
  );
insert into attempts ("subject", "attempts", "window_ends_at") values ('login account id 3', 0, '2026-11-21T11:17:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('own 192.0.2.1 account id 3', 0, '2026-12-21T11:02:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('login account id 1', 0, '2026-11-21T11:17:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('own 192.0.2.1 account id 1', 0, '2026-12-21T11:02:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('login account id 2', 0, '2026-11-21T11:17:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('own 192.0.2.1 account id 2', 0, '2026-12-21T11:02:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('key address 192.0.2.1', 1, '2026-11-21T11:17:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('key 192.0.2.1 account id 2', 1, '2026-11-21T11:17:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('key account id 2', 1, '2026-11-21T11:17:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('login address 192.0.2.1', 1, '2026-11-21T11:17:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('login 192.0.2.1 account id 4', 1, '2026-11-21T11:17:00.000Z');
insert into attempts ("subject", "attempts", "window_ends_at") values ('login account id 4', 1, '2026-11-21T11:17:00.000Z');
CREATE TABLE devices (
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
  );
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000047', '356938040000045', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', '', 'ENROLLED', NULL, '2026-11-18T10:00:00.000Z', '2026-11-18T10:00:00.000Z');
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000070', '356938040000078', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.1.3', 'Standard', '', 'ENROLLED', NULL, '2026-11-18T10:00:00.000Z', '2026-11-18T10:00:00.000Z');
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000088', '356938040000086', 'Samsung', 'Galaxy A15', 'NOT REGISTERED', '4.1.3', 'Standard', '', 'RELEASED', NULL, '2026-11-18T10:00:00.000Z', '2026-11-18T10:00:00.000Z');
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000096', '356938040000094', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.1.3', 'Standard', '', 'DE-ENROLLED', NULL, '2026-11-18T10:00:00.000Z', '2026-11-18T10:00:00.000Z');
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000013', '356938040000011', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', 'LOCK', 'ENROLLED', '2026-11-20T10:01:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-20T10:01:00.000Z');
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000021', '356938040000029', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', 'LOCK', 'ENROLLED', '2026-11-20T10:01:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-20T10:01:00.000Z');
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000039', '356938040000037', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', 'UNLOCK', 'ENROLLED', '2026-11-20T10:02:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-20T10:02:00.000Z');
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000054', '356938040000052', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.1.3', 'Standard', 'LOCK', 'ENROLLED', '2026-11-20T10:02:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-20T10:02:00.000Z');
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000062', '356938040000060', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.1.3', 'Standard', 'LOCK', 'ENROLLED', '2026-11-21T11:02:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-21T11:02:00.000Z');
insert into devices ("imei1", "imei2", "brand", "model", "registration_status", "app_version", "app_type", "last_command", "claim_status", "last_command_at", "created_at", "updated_at") values ('356938030000005', '356938040000003', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', 'UNLOCK', 'ENROLLED', '2026-11-21T11:02:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-21T11:02:00.000Z');
CREATE TABLE registrations (
    id integer primary key autoincrement,
    imei1 text not null default '',
    imei2 text not null default '',
    created_at text not null default '',
    brand text not null default '',
    model text not null default '',
    registration_status text not null default '',
    matched text not null default ''
  );
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (1, '356938030000005', '356938040000003', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (2, '356938030000013', '356938040000011', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (3, '356938030000021', '356938040000029', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (4, '356938030000039', '356938040000037', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (5, '356938030000047', '356938040000045', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (6, '356938030000054', '356938040000052', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (7, '356938030000062', '356938040000060', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (8, '356938030000070', '356938040000078', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (9, '356938030000088', '356938040000086', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
insert into registrations ("id", "imei1", "imei2", "created_at", "brand", "model", "registration_status", "matched") values (10, '356938030000096', '356938040000094', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
CREATE TABLE enrolments (
    id integer primary key autoincrement,
    imei1 text not null default '',
    imei2 text not null default '',
    created_at text not null default '',
    action text not null default ''
  );
CREATE TABLE releases (
    id integer primary key autoincrement,
    imei1 text not null default '',
    imei2 text not null default '',
    created_at text not null default '',
    brand text not null default '',
    model text not null default ''
  );
insert into releases ("id", "imei1", "imei2", "created_at", "brand", "model") values (1, '356938030000088', '356938040000086', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15');
CREATE TABLE commands (
    id integer primary key autoincrement,
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
  );
insert into commands ("id", "account_id", "transaction_id", "user_email", "imei", "action", "reported_as", "report", "filename", "reason", "interface", "payload", "batch_id", "status", "failure", "next_attempt_at", "updated_at", "attempts", "claimed_until", "uid", "retries", "epoch", "active_epoch", "claim", "handed_at", "sent_at", "first_failure_at", "expires_at", "approved_by", "created_at") values (4, 2, '6d5b1813-d248-56f6-9e00-76de09d9a9c9', 'admin@example.com', '356938030000039', 'unlock', 'UNLOCK', 'unlock', 'unlock-20261120100200-a9a1e0954c30c677.csv', '', 'B', '{}', '0475e4da-a857-419f-bb1d-ae3561d1392a', 'cancelled', 'Cancelled by superadmin@example.com: A mistake', '2026-11-20T10:02:00.000Z', '2026-11-20T10:02:00.000Z', 0, NULL, 'f93fe3a2-b3b9-5d81-aeaa-9cea1b7632a0', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-20T10:02:00.000Z');
insert into commands ("id", "account_id", "transaction_id", "user_email", "imei", "action", "reported_as", "report", "filename", "reason", "interface", "payload", "batch_id", "status", "failure", "next_attempt_at", "updated_at", "attempts", "claimed_until", "uid", "retries", "epoch", "active_epoch", "claim", "handed_at", "sent_at", "first_failure_at", "expires_at", "approved_by", "created_at") values (1, 3, '15b494f4-13a9-4a04-8cd9-f350788b8ca9', 'operator@example.com', '356938030000005', 'lock', 'LOCK', 'lock', '', '', 'S', '{}', NULL, 'acknowledged', '', '2026-11-20T10:00:01.000Z', '2026-11-20T10:01:00.000Z', 0, NULL, '0ae06af3-d3c4-5376-a866-9ac1f08957dd', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z', NULL, NULL, NULL, '2026-11-20T10:00:00.000Z');
insert into commands ("id", "account_id", "transaction_id", "user_email", "imei", "action", "reported_as", "report", "filename", "reason", "interface", "payload", "batch_id", "status", "failure", "next_attempt_at", "updated_at", "attempts", "claimed_until", "uid", "retries", "epoch", "active_epoch", "claim", "handed_at", "sent_at", "first_failure_at", "expires_at", "approved_by", "created_at") values (5, 2, '4587adb0-dd90-4d86-b232-3922002d15a7', 'admin@example.com', '356938030000054', 'lock', 'LOCK', 'lock', '', '', 'S', '{}', NULL, 'expired', 'It could not be sent within its lifetime.', '2026-11-20T10:02:00.000Z', '2026-11-21T11:02:00.000Z', 0, NULL, 'a381a8a7-a3a1-548e-810e-a67f90dacc53', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-20T10:02:00.000Z');
insert into commands ("id", "account_id", "transaction_id", "user_email", "imei", "action", "reported_as", "report", "filename", "reason", "interface", "payload", "batch_id", "status", "failure", "next_attempt_at", "updated_at", "attempts", "claimed_until", "uid", "retries", "epoch", "active_epoch", "claim", "handed_at", "sent_at", "first_failure_at", "expires_at", "approved_by", "created_at") values (2, 3, '648cce4e-be48-54d6-b7e8-b174a6504f7f', 'operator@example.com', '356938030000013', 'lock', 'LOCK', 'lock', 'lock-20261120100100-b647d878eac822f3.csv', '', 'B', '{}', 'f09b6335-c007-423e-b778-01c046764046', 'acknowledged', '', '2026-11-20T10:01:01.000Z', '2026-11-20T10:02:00.000Z', 0, NULL, 'cd9f109c-e9bb-5ea8-98d5-e99595cb38c3', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, '2026-11-20T10:01:00.000Z', '2026-11-20T10:01:00.000Z', NULL, NULL, NULL, '2026-11-20T10:01:00.000Z');
insert into commands ("id", "account_id", "transaction_id", "user_email", "imei", "action", "reported_as", "report", "filename", "reason", "interface", "payload", "batch_id", "status", "failure", "next_attempt_at", "updated_at", "attempts", "claimed_until", "uid", "retries", "epoch", "active_epoch", "claim", "handed_at", "sent_at", "first_failure_at", "expires_at", "approved_by", "created_at") values (3, 3, '03c3c103-902e-5036-bfb4-df6169038811', 'operator@example.com', '356938030000021', 'lock', 'LOCK', 'lock', 'lock-20261120100100-b647d878eac822f3.csv', '', 'B', '{}', 'f09b6335-c007-423e-b778-01c046764046', 'acknowledged', '', '2026-11-20T10:01:01.000Z', '2026-11-20T10:02:00.000Z', 0, NULL, 'a9a9c436-fa9b-5e36-a718-bbf00ce964e0', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, '2026-11-20T10:01:00.000Z', '2026-11-20T10:01:00.000Z', NULL, NULL, NULL, '2026-11-20T10:01:00.000Z');
insert into commands ("id", "account_id", "transaction_id", "user_email", "imei", "action", "reported_as", "report", "filename", "reason", "interface", "payload", "batch_id", "status", "failure", "next_attempt_at", "updated_at", "attempts", "claimed_until", "uid", "retries", "epoch", "active_epoch", "claim", "handed_at", "sent_at", "first_failure_at", "expires_at", "approved_by", "created_at") values (6, 3, '1121ca4a-dd9d-438b-af9d-d33a5e8e929e', 'operator@example.com', '356938030000062', 'lock', 'LOCK', 'lock', '', '', 'S', '{}', NULL, 'sent', '', '2026-11-21T11:02:01.000Z', '2026-11-21T11:02:00.000Z', 0, NULL, '34fbaa1c-07b5-54d7-b8f8-726d667cbc08', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, '2026-11-21T11:02:00.000Z', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL, '2026-11-21T11:02:00.000Z');
insert into commands ("id", "account_id", "transaction_id", "user_email", "imei", "action", "reported_as", "report", "filename", "reason", "interface", "payload", "batch_id", "status", "failure", "next_attempt_at", "updated_at", "attempts", "claimed_until", "uid", "retries", "epoch", "active_epoch", "claim", "handed_at", "sent_at", "first_failure_at", "expires_at", "approved_by", "created_at") values (7, 2, '7d75bde0-95ec-46e6-a102-260edfb503aa', 'admin@example.com', '356938030000005', 'unlock', 'UNLOCK', 'unlock', '', '', 'S', '{}', NULL, 'queued', '', '2026-11-21T11:02:00.000Z', '2026-11-21T11:02:00.000Z', 0, NULL, '7cf0e0fd-cf9c-561e-bd57-d4e45b3fe5d7', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21T11:02:00.000Z');
CREATE TABLE outcomes (
    account_id bigint not null,
    method text not null default '',
    path text not null default '',
    transaction_id text not null default '',
    body_hash text not null default '',
    answer text not null default '',
    created_at text not null default '',
    primary key (account_id, method, path, transaction_id)
  );
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (3, 'POST', 'locknotification.php', '15b494f4-13a9-4a04-8cd9-f350788b8ca9', '51f1602be8c489009e89ed6b091dfb13bbc0f921a3b626430fde4f282a933cb6', '{"status":"success","message":"Lock initiated  successfully."}', '2026-11-20T10:00:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (3, 'POST', 'bulkLockCopy.php', '7eaaf8c6-c01a-45c0-a601-d6df2f1ecdff', '664cfc50869cbf79b24e96a768d8ca654a6abfd063f6ef99a21cb93a29c34b2a', '{"status":"success","message":"File uploaded successfully","file":"lock-20261120100100-b647d878eac822f3.csv"}', '2026-11-20T10:01:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (3, 'POST', 'getimeidetails.php', '03c3c103-902e-5036-bfb4-df6169038811', 'bf0be2ba5adee834d5f97df84c3a3755bffeaf87ded6c95aceda7d9aa3c8b5b4', '{"status":"success","message":"found"}', '2026-11-20T10:01:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (3, 'POST', 'getimeidetails.php', '648cce4e-be48-54d6-b7e8-b174a6504f7f', 'c88d1148212b89fb86e6f93687a206e9a65cf720c36c104a30f254de9a9cec63', '{"status":"success","message":"found"}', '2026-11-20T10:01:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (3, 'POST', 'getimeidetails.php', '34ec2636-9d59-53bb-a4ca-f12801111417', 'bc9f4af6e4a084d72de2b64a96c4a7363bf8337929984a34d3c5af3c5f863a49', '{"status":"success","message":"not found"}', '2026-11-20T10:01:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (2, 'POST', 'bulkUnlockCopy.php', 'eec7b976-b3a9-4191-ab2d-21d2ea268898', '6c5e3b77586b2ab9ec6bc67ed40040f1780ee1e4f8bb1e6b12b1f9401946c321', '{"status":"success","message":"File uploaded successfully","file":"unlock-20261120100200-a9a1e0954c30c677.csv"}', '2026-11-20T10:02:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (2, 'POST', 'getimeidetails.php', '6d5b1813-d248-56f6-9e00-76de09d9a9c9', '5868032a4e687dbf63ac2a8477b3fde2bcb877ab638449fdef68c29626e1f686', '{"status":"success","message":"found"}', '2026-11-20T10:02:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (1, 'POST', 'operationsDecide.php', '9a30d6cf-d98e-4150-8106-73f149973883', 'd5a6c13f151d8c432ff8b0afa62bb9444397c3885aa0059ff73cd11eace8380b', '{"status":"success","message":"1 done, 0 not.","done":1,"notDone":0,"items":[],"next":""}', '2026-11-20T10:02:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (2, 'POST', 'locknotification.php', '4587adb0-dd90-4d86-b232-3922002d15a7', '0de9e5047c680fe2029735636828ecd6214b9b88c657ed9c8712e653e578c2ef', '{"status":"success","message":"Lock initiated  successfully."}', '2026-11-20T10:02:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (2, 'POST', 'generate_key.php', '96b494de-9fb3-4953-965a-27ffc0f84797', '8ccc7613d1b56f8f4767a8d5ebdd75be1c1ceab6e114459bc3aee51753d729d2', '{"status":"success","message":"This key was made already, by the same request. Its text is shown once, with the first answer; if nobody has it, deactivate the key and generate another."}', '2026-11-21T11:02:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (3, 'POST', 'locknotification.php', '1121ca4a-dd9d-438b-af9d-d33a5e8e929e', '5763df5c2c1882ca41cba6c71f431ed569b8f1ce6327461438fdd4f7186a5344', '{"status":"success","message":"Lock initiated  successfully."}', '2026-11-21T11:02:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (2, 'POST', 'locknotification.php', '74382d87-9b46-4594-90a9-60110a8f6464', '91f1798e8919d8e3f6658fb5c8fe0877c439d95be58be3576da5a8adedd38b47', '{"status":"error","message":"This command waits for the approval of a second person. Nothing has been sent yet.","reason":"approval"}', '2026-11-21T11:02:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (1, 'POST', 'addUser.php', '6e8f5dd5-d3d5-4f5a-bb3e-5aef16a411db', '$argon2id$v=19$m=19456,t=2,p=1$NOsSRotmnv82dMGCpT5ZhA$EeNanvUVFO5VwgXPmChy/8fCVNDojivWDgYeq/Kw4YA', '{"status":"success","message":"User Added successfully"}', '2026-11-21T11:02:00.000Z');
insert into outcomes ("account_id", "method", "path", "transaction_id", "body_hash", "answer", "created_at") values (2, 'POST', 'locknotification.php', '7d75bde0-95ec-46e6-a102-260edfb503aa', '7e9554e62bf2a11c9b157c3ef6dc25854b4cb5766ef4481565a2d33ef01c11f1', '{"status":"success","message":"Unlock  Notification sent successfully."}', '2026-11-21T11:02:00.000Z');
CREATE TABLE audit_log (
    id integer primary key autoincrement,
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
  );
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (1, '2026-11-20T10:00:00.000Z', 'operator@example.com', 'login.php', '', '', '{"message":"logged in"}', 'd745b7fd-9aa8-4b71-89ef-25155475d95a', '192.0.2.1', 3, 'anonymous', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (2, '2026-11-20T10:00:00.000Z', 'superadmin@example.com', 'login.php', '', '', '{"message":"logged in"}', 'a5e164ab-5a8d-4cfe-b33e-03bfb3905252', '192.0.2.1', 1, 'anonymous', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (3, '2026-11-20T10:00:00.000Z', 'admin@example.com', 'login.php', '', '', '{"message":"logged in"}', 'fc29656c-c1a0-4609-9c35-62fa739882bc', '192.0.2.1', 2, 'anonymous', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (4, '2026-11-20T10:00:00.000Z', 'operator@example.com', 'locknotification.php', 'lock', '356938030000005', '{"message":"Lock initiated  successfully."}', '15b494f4-13a9-4a04-8cd9-f350788b8ca9', '192.0.2.1', 3, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (5, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'bulkLockCopy.php', 'lockfiles', '', '{"batchId":"f09b6335-c007-423e-b778-01c046764046","filename":"lock.csv","bytes":11,"sha256":"5421abe5ee76c9ea81f039f3f18fa6035dd45d89c36ed78bdeae4deba58ac0e3","statusOf":"lockfiles","message":"File uploaded successfully"}', '7eaaf8c6-c01a-45c0-a601-d6df2f1ecdff', '192.0.2.1', 3, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (6, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'updateCommandOnServer.php', 'lock', '', '{"batchId":"f09b6335-c007-423e-b778-01c046764046","message":"3 devices noted"}', '94689096-ac37-4721-acc7-7a24f9a8e115', '192.0.2.1', 3, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (7, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'batchClaim.php', 'lock', '', '{"batchId":"f09b6335-c007-423e-b778-01c046764046","place":"browser of operator@example.com","batch":{"fileName":"lock.csv","total":3,"invalid":0,"duplicates":0},"message":"Begun"}', '05eb4935-ec20-46d1-a2eb-2d85aafc5d70', '192.0.2.1', 3, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (8, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'getimeidetails.php', 'lock', '356938030000013', '{"filename":"lock-20261120100100-b647d878eac822f3.csv","batchId":"f09b6335-c007-423e-b778-01c046764046","message":"found"}', '648cce4e-be48-54d6-b7e8-b174a6504f7f', '192.0.2.1', 3, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (9, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'getimeidetails.php', 'lock', '356938030000021', '{"filename":"lock-20261120100100-b647d878eac822f3.csv","batchId":"f09b6335-c007-423e-b778-01c046764046","message":"found"}', '03c3c103-902e-5036-bfb4-df6169038811', '192.0.2.1', 3, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (10, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'getimeidetails.php', 'lock', '356938039999990', '{"filename":"lock-20261120100100-b647d878eac822f3.csv","batchId":"f09b6335-c007-423e-b778-01c046764046","message":"not found"}', '34ec2636-9d59-53bb-a4ca-f12801111417', '192.0.2.1', 3, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (11, '2026-11-20T10:02:00.000Z', 'operator@example.com', 'updateStatusOnServer.php', 'lockfiles', '', '{"lastimei":"356938039999990","fileName":"lock-20261120100100-b647d878eac822f3.csv","isComplete":"complete","statusOf":"lockfiles","batchId":"f09b6335-c007-423e-b778-01c046764046","message":"Status updated"}', '77d33d88-2ff3-4a23-9b69-7b9bdf1d61ce', '192.0.2.1', 3, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (12, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'bulkUnlockCopy.php', 'unlockfiles', '', '{"batchId":"0475e4da-a857-419f-bb1d-ae3561d1392a","filename":"unlock.csv","bytes":11,"sha256":"5421abe5ee76c9ea81f039f3f18fa6035dd45d89c36ed78bdeae4deba58ac0e3","statusOf":"unlockfiles","message":"File uploaded successfully"}', 'eec7b976-b3a9-4191-ab2d-21d2ea268898', '192.0.2.1', 2, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (13, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'updateCommandOnServer.php', 'unlock', '', '{"batchId":"0475e4da-a857-419f-bb1d-ae3561d1392a","message":"2 devices noted"}', '42c4f771-69ef-4a62-afa5-d230470bd46a', '192.0.2.1', 2, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (14, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'batchClaim.php', 'unlock', '', '{"batchId":"0475e4da-a857-419f-bb1d-ae3561d1392a","place":"browser of admin@example.com","batch":{"fileName":"unlock.csv","total":2,"invalid":0,"duplicates":0},"message":"Begun"}', '65229309-964a-48f3-95a9-1ed22e308042', '192.0.2.1', 2, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (15, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'getimeidetails.php', 'unlock', '356938030000039', '{"filename":"unlock-20261120100200-a9a1e0954c30c677.csv","batchId":"0475e4da-a857-419f-bb1d-ae3561d1392a","message":"found"}', '6d5b1813-d248-56f6-9e00-76de09d9a9c9', '192.0.2.1', 2, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (16, '2026-11-20T10:02:00.000Z', 'superadmin@example.com', 'operationsDecide.php', '', '', '{"message":"cancel: 1 of 1 commands. A mistake"}', '9a30d6cf-d98e-4150-8106-73f149973883', '192.0.2.1', 1, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (17, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'locknotification.php', 'lock', '356938030000054', '{"message":"Lock initiated  successfully."}', '4587adb0-dd90-4d86-b232-3922002d15a7', '192.0.2.1', 2, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (18, '2026-11-21T11:02:00.000Z', 'operator@example.com', 'login.php', '', '', '{"message":"logged in"}', 'bbe53f2f-bde5-4888-aaaf-62d1eeca5cd8', '192.0.2.1', 3, 'anonymous', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (19, '2026-11-21T11:02:00.000Z', 'superadmin@example.com', 'login.php', '', '', '{"message":"logged in"}', 'fe7838b8-5a95-4239-a4f6-ff0b2ac5cf72', '192.0.2.1', 1, 'anonymous', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (20, '2026-11-21T11:02:00.000Z', 'admin@example.com', 'login.php', '', '', '{"message":"logged in"}', '27509e0f-0504-48e1-b7b3-357237b2e7f1', '192.0.2.1', 2, 'anonymous', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (21, '2026-11-21T11:02:00.000Z', 'admin@example.com', 'generate_key.php', '', '', '{"key_name":"ERP","user_id":"admin@example.com","message":"API key generated. Copy it now; it is not shown again."}', '96b494de-9fb3-4953-965a-27ffc0f84797', '192.0.2.1', 2, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (22, '2026-11-21T11:02:00.000Z', 'operator@example.com', 'locknotification.php', 'lock', '356938030000062', '{"message":"Lock initiated  successfully."}', '1121ca4a-dd9d-438b-af9d-d33a5e8e929e', '192.0.2.1', 3, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (23, '2026-11-21T11:02:00.000Z', 'admin@example.com', 'locknotification.php', 'release', '356938030000070', '{"message":"This command waits for the approval of a second person. Nothing has been sent yet."}', '74382d87-9b46-4594-90a9-60110a8f6464', '192.0.2.1', 2, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (24, '2026-11-21T11:02:00.000Z', 'viewer@example.com', 'login.php', '', '', '{"message":"Invalid email or password"}', 'fdd2cf0d-2e62-4232-b79b-2e1af8e87667', '192.0.2.1', 4, 'anonymous', 'refused');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (25, '2026-11-21T11:02:00.000Z', 'superadmin@example.com', 'addUser.php', '', '', '{"permissions":[1],"account":"clerk@example.com","message":"User Added successfully"}', '6e8f5dd5-d3d5-4f5a-bb3e-5aef16a411db', '192.0.2.1', 1, 'session', 'success');
insert into audit_log ("id", "at", "email", "call", "action", "imei", "detail", "transaction_id", "address", "account_id", "via", "outcome") values (26, '2026-11-21T11:02:00.000Z', 'admin@example.com', 'locknotification.php', 'unlock', '356938030000005', '{"message":"Unlock  Notification sent successfully."}', '7d75bde0-95ec-46e6-a102-260edfb503aa', '192.0.2.1', 2, 'session', 'success');
CREATE TABLE settings (
    name text primary key,
    value text not null default ''
  );
insert into settings ("name", "value") values ('schema_works_since', '0001-initial');
insert into settings ("name", "value") values ('token_key', 'n7pbbSGFz5iLnUu3c8jjzJuLPdRpakwxKTxZgDCSsWA');
insert into settings ("name", "value") values ('deployment_epoch', '25a680c1-16cb-44b1-84bf-27d09c2fbeec');
insert into settings ("name", "value") values ('deployment_epochs', '["25a680c1-16cb-44b1-84bf-27d09c2fbeec"]');
insert into settings ("name", "value") values ('report_cursor_key', '-K6uXZH8xR1XCGLluzVkUf-uiGCsNUnCCTMzlwYuLJA');
CREATE TABLE intents (
    id integer primary key autoincrement,
    account_id bigint not null references accounts (id),
    action text not null default '',
    imei_list text not null default '',
    created_at text not null default '',
    batch_id text,
    devices integer not null default 0,
    unique (account_id, batch_id)
  );
insert into intents ("id", "account_id", "action", "imei_list", "created_at", "batch_id", "devices") values (1, 3, 'lock', '356938030000013,356938030000021,356938039999990', '2026-11-20T10:01:00.000Z', 'f09b6335-c007-423e-b778-01c046764046', 3);
insert into intents ("id", "account_id", "action", "imei_list", "created_at", "batch_id", "devices") values (2, 2, 'unlock', '356938030000039,356938030000047', '2026-11-20T10:02:00.000Z', '0475e4da-a857-419f-bb1d-ae3561d1392a', 2);
CREATE TABLE batches (
    id integer primary key autoincrement,
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
  );
insert into batches ("id", "account_id", "batch_id", "action", "level", "started_at", "file_name", "file", "report", "devices", "total", "invalid", "duplicates", "run", "place", "seen_at", "holder_id", "found", "not_found", "refused", "state") values (1, 3, 'f09b6335-c007-423e-b778-01c046764046', 'lock', '', '2026-11-20T10:01:00.000Z', 'lock.csv', 'lock-20261120100100-b647d878eac822f3.csv', 'lock', 3, 3, 0, 0, 'efe15dd0-82d3-46a2-90ee-9fc93bb895f3', 'browser of operator@example.com', '2026-11-20T10:01:00.000Z', 3, 2, 1, 0, 'complete');
insert into batches ("id", "account_id", "batch_id", "action", "level", "started_at", "file_name", "file", "report", "devices", "total", "invalid", "duplicates", "run", "place", "seen_at", "holder_id", "found", "not_found", "refused", "state") values (2, 2, '0475e4da-a857-419f-bb1d-ae3561d1392a', 'unlock', '', '2026-11-20T10:02:00.000Z', 'unlock.csv', 'unlock-20261120100200-a9a1e0954c30c677.csv', 'unlock', 2, 2, 0, 0, '599a1b20-62b0-48b5-8c21-bba42a78e220', 'browser of admin@example.com', '2026-11-20T10:02:00.000Z', 2, 1, 0, 0, 'open');
CREATE TABLE batch_items (
    batch bigint not null,
    "row" integer not null default 0,
    transaction_id text not null default '',
    outcome text not null default '',
    message text not null default '',
    command_id bigint,
    primary key (batch, row)
  ) without rowid;
insert into batch_items ("batch", "row", "transaction_id", "outcome", "message", "command_id") values (1, 1, '648cce4e-be48-54d6-b7e8-b174a6504f7f', 'found', '', 2);
insert into batch_items ("batch", "row", "transaction_id", "outcome", "message", "command_id") values (1, 2, '03c3c103-902e-5036-bfb4-df6169038811', 'found', '', 3);
insert into batch_items ("batch", "row", "transaction_id", "outcome", "message", "command_id") values (1, 3, '34ec2636-9d59-53bb-a4ca-f12801111417', 'not found', '', NULL);
insert into batch_items ("batch", "row", "transaction_id", "outcome", "message", "command_id") values (2, 1, '6d5b1813-d248-56f6-9e00-76de09d9a9c9', 'found', '', 4);
CREATE TABLE uploads (
    id integer primary key autoincrement,
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
  );
insert into uploads ("id", "account_id", "file", "old_file", "report", "status_of", "updated_at", "is_complete", "last_imei", "remarks", "batch_id", "created_at") values (1, 3, 'lock-20261120100100-b647d878eac822f3.csv', 'lock.csv', 'lock', 'lockfiles', '2026-11-20T10:02:00.000Z', 'complete', '356938039999990', '', 'f09b6335-c007-423e-b778-01c046764046', '2026-11-20T10:01:00.000Z');
insert into uploads ("id", "account_id", "file", "old_file", "report", "status_of", "updated_at", "is_complete", "last_imei", "remarks", "batch_id", "created_at") values (2, 2, 'unlock-20261120100200-a9a1e0954c30c677.csv', 'unlock.csv', 'unlock', 'unlockfiles', '2026-11-20T10:02:00.000Z', 'incomplete', '', '', '0475e4da-a857-419f-bb1d-ae3561d1392a', '2026-11-20T10:02:00.000Z');
CREATE TABLE upload_contents (
    upload_id bigint primary key references uploads (id),
    content blob not null
  );
insert into upload_contents ("upload_id", "content") values (1, x'736e6f2c696d6569310d0a');
insert into upload_contents ("upload_id", "content") values (2, x'736e6f2c696d6569310d0a');
CREATE TABLE account_identities (
    id integer primary key autoincrement,
    issuer text not null default '',
    subject text not null default '',
    linked_at text not null default '',
    account_id bigint not null references accounts (id),
    unique (issuer, subject),
    unique (account_id, issuer)
  );
CREATE TABLE single_sign_ons (
    id integer primary key autoincrement,
    state_hash text not null default '',
    handle_hash text not null default '',
    nonce text not null default '',
    verifier text not null default '',
    created_at text not null default '',
    expires_at text not null default '',
    session_id bigint,
    unique (state_hash)
  );
CREATE TABLE recovery_codes (
    id integer primary key autoincrement,
    account_id bigint not null references accounts (id),
    code_hash text not null default '',
    created_at text not null default '',
    used_at text,
    unique (account_id, code_hash)
  );
CREATE TABLE identity_challenges (
    id integer primary key autoincrement,
    account_id bigint not null references accounts (id),
    session_id bigint,
    purpose text not null default '',
    ticket_hash text not null default '',
    challenge text not null default '',
    created_at text not null default '',
    expires_at text not null default '',
    unique (ticket_hash)
  );
CREATE TABLE approvals (
    id integer primary key autoincrement,
    account_id bigint not null references accounts (id),
    via text not null default '',
    credential_id bigint not null,
    call text not null default '',
    transaction_id text not null default '',
    body text not null default '',
    imei text not null default '',
    body_hash text not null default '',
    action text not null default '',
    batch_id text,
    devices integer not null default 0,
    state text not null default '',
    why text not null default '',
    created_at text not null default '',
    expires_at text not null default '',
    decided_by bigint references accounts (id),
    decided_at text
  );
insert into approvals ("id", "account_id", "via", "credential_id", "call", "transaction_id", "body", "imei", "body_hash", "action", "batch_id", "devices", "state", "why", "created_at", "expires_at", "decided_by", "decided_at") values (1, 2, 'session', 6, 'lockNotification', '74382d87-9b46-4594-90a9-60110a8f6464', '{"imei":"356938030000070","action":"release"}', '356938030000070', '91f1798e8919d8e3f6658fb5c8fe0877c439d95be58be3576da5a8adedd38b47', 'release', NULL, 1, 'waiting', '', '2026-11-21T11:02:00.000Z', '2026-12-21T11:02:00.000Z', NULL, NULL);
CREATE TABLE command_counts (
    kind text not null default '',
    id bigint not null,
    begins_at text not null default '',
    commands integer not null default 0,
    primary key (kind, id, begins_at)
  );
insert into command_counts ("kind", "id", "begins_at", "commands") values ('account', 3, '2026-11-20T00:00:00.000Z', 4);
insert into command_counts ("kind", "id", "begins_at", "commands") values ('account', 2, '2026-11-20T00:00:00.000Z', 2);
insert into command_counts ("kind", "id", "begins_at", "commands") values ('account', 3, '2026-11-21T00:00:00.000Z', 1);
insert into command_counts ("kind", "id", "begins_at", "commands") values ('account', 2, '2026-11-21T00:00:00.000Z', 1);
CREATE TABLE command_pauses (
    account_id bigint primary key references accounts (id),
    paused_at text not null default '',
    why text not null default '',
    lifted_at text
  );
CREATE TABLE remote_loads (
    hour text not null default '',
    remote text not null default '',
    version text not null default '',
    release text not null default '',
    source text not null default '',
    step integer not null default 0,
    loads integer not null default 0,
    primary key (hour, remote, version, release, source, step)
  );
CREATE TABLE remote_failures (
    id integer primary key autoincrement,
    fingerprint text not null default '',
    remote text not null default '',
    owner text not null default '',
    version text not null default '',
    release text not null default '',
    source text not null default '',
    screen text not null default '',
    kind text not null default '',
    message text not null default '',
    stack text not null default '',
    browser text not null default '',
    first_at text not null default '',
    last_at text not null default '',
    unique (fingerprint)
  );
CREATE TABLE remote_failure_counts (
    hour text not null default '',
    failure_id bigint not null references remote_failures (id),
    account_id bigint not null references accounts (id),
    failures integer not null default 0,
    primary key (hour, failure_id, account_id)
  );
CREATE TABLE gateway_figures (
    period text not null default '',
    name text not null default '',
    count integer not null default 0,
    primary key (period, name)
  );
insert into gateway_figures ("period", "name", "count") values ('2026-11-20T10:00:00.000Z', 'acknowledged in 115', 3);
insert into gateway_figures ("period", "name", "count") values ('2026-11-20T10:00:00.000Z', 'acknowledged', 3);
insert into gateway_figures ("period", "name", "count") values ('2026-11-20T10:00:00.000Z', 'waiting', 0);
insert into gateway_figures ("period", "name", "count") values ('2026-11-20T10:00:00.000Z', 'unanswered', 0);
insert into gateway_figures ("period", "name", "count") values ('2026-11-20T10:00:00.000Z', 'cancelled', 1);
insert into gateway_figures ("period", "name", "count") values ('2026-11-21T11:00:00.000Z', 'expired', 1);
insert into gateway_figures ("period", "name", "count") values ('2026-11-21T11:00:00.000Z', 'waiting', 0);
insert into gateway_figures ("period", "name", "count") values ('2026-11-21T11:00:00.000Z', 'unanswered', 0);
CREATE TABLE gateway_errors (
    period text not null default '',
    message text not null default '',
    count integer not null default 0,
    at text not null default '',
    primary key (period, message)
  );
CREATE TABLE audit_seals (
    sequence bigint primary key,
    statement text not null default '',
    hashes blob not null,
    hash text not null default '',
    removed_through bigint
  );
insert into audit_seals ("sequence", "statement", "hashes", "hash", "removed_through") values (1, '{"version":1,"sequence":1,"at":"2026-11-21T11:02:00.000Z","previous":"0000000000000000000000000000000000000000000000000000000000000000","ids":[[1,26]],"until":26,"gaps":[],"complete":true}', x'882a7b9ccf906dec9ac5a23c75fdb92c6684f3809e31abfef4fa8de01a86054efa36722f33378b575bc0c1db9f3bd9ad9324eea2adf4ee9070847fa2ea2435339c5929b033df47332a350c110ef8e822c41a37f12467dbfe2ebd3be81b6add51ecb077d179b2e3bc736060d11d8c9c123a1fbf79fd12d68f0d1afc188045d4546da838cbbfd69945f704a6e7a7153fab78b9827604509a2a01a22556802f17036b091fda22cf34e9f4ad27da59a18e34b74cf5b55af0f17e58a71f2d6c770b45223138fd0116348b39dcda0ea4caf0057467ba9fcf9c659b1588e4ef69500258005f7c59293db2ee1570a8dcafbb967d8c3b7d209986999bfa1044252f167bf607469dccbf386758bc62d35238b28dd0d2ac7cba3e0705aa396e574d6dbd5845c7ed9355cb455451dc6e6017202dcb4ba02e190ad0b756c04f5bdbdd633ce3933a1c6c98c26ea1b28b38504ce22694145b7d2d3f587911e39a185b42c0bb0fca8e92e58ac32912c2bb916007ad7d6fc8c799737d654c2bf03dccf1cbc4c117b3cd4ed22aa10081e3fb42c59a02027748a78dd92b691c930edd23d80876aee153b7d8ee36ae4dbcd7862b46b8f0a3da1bec2647720e74b9bd4473f6b203214cfe64286448dd75977a1f50639ee6d001f5bf065c2676a01e7dc44253cbffd2f27fe7fc6691e8cfc457ad0ddbed260a228325cc5b14ec99768db7b979fe5a324caa25bf5ad6cd6f87ea3362d61881aacbb86eea2e6e85417e5c02ee64eb61b2d099625b82df1c9de367bd3b41db782258d5d17f20b5aa4bc8d1fdc6366947457f046baf372bfee1a82a76cc2d2f106e1b38039cd98840340a371975b7969b677d55b542024618154a7a949559b6f127d93cdc5926fdd414edb6e50d8be9e165b2bdba865fa151b486b132f34c6b487835a9c8713acc1b153f934d40e36d5433fc22062e57b181c8006f543def91473b5e2220679f5ff510225cc453924089f7f8514b5874796e17b89f734f51c62c5d3d393f72620212c57f7a54a40cc1f10db414fb1b9ab491b68a9b8d00b79b551c8d18ded17e28b8311d33748bdff2361af92738b0bf5a860d7de087ea3469ea5c08d973e75d74c0441eb52c8f170b20c2b3eb88da6f31280dbd270dce7ff27ea82f3b088946617fc29452db961aca1c59235962c2fb400cca0c50f3da41b74943c63fc6ff30321a0fe69766af00029fbfb026', '62c2fb400cca0c50f3da41b74943c63fc6ff30321a0fe69766af00029fbfb026', NULL);
CREATE INDEX api_keys_account_id on api_keys (account_id);
CREATE INDEX audit_log_account_actions on audit_log (account_id, at) where imei = '';
CREATE INDEX audit_log_device_pages on audit_log (imei, at, id);
CREATE INDEX audit_log_error_pages on audit_log (at, id) where outcome = 'error';
CREATE INDEX audit_log_pages on audit_log (at, id);
CREATE INDEX audit_log_refused_pages on audit_log (at, id) where outcome = 'refused';
CREATE INDEX batches_copy on batches (report, file);
CREATE INDEX batches_open on batches (seen_at) where state = 'open';
CREATE INDEX commands_account on commands (account_id, interface, created_at, id, status, report);
CREATE INDEX commands_batch
    on commands (batch_id, id, account_id, status) where batch_id is not null;
CREATE INDEX commands_due
    on commands (status, next_attempt_at, id) where status = 'queued' or status = 'sent' or status = 'unknown';
CREATE INDEX commands_imei_id on commands (imei, id);
CREATE INDEX commands_pages on commands (report, created_at, id, status);
CREATE INDEX commands_states
    on commands (status, id) where status = 'queued' or status = 'sent' or status = 'failed' or status =
    'expired' or status = 'unknown' or status = 'cancelled';
CREATE UNIQUE INDEX commands_uid on commands (uid) where uid is not null;
CREATE INDEX devices_figures on devices (claim_status, app_version, imei1);
CREATE INDEX devices_imei2 on devices (imei2);
CREATE INDEX enrolments_imei1 on enrolments (imei1);
CREATE INDEX enrolments_pages on enrolments (created_at, id);
CREATE INDEX intents_account_day on intents (account_id, created_at, devices);
CREATE INDEX intents_kept on intents (created_at) where imei_list <> '';
CREATE INDEX outcomes_created on outcomes (created_at);
CREATE INDEX registrations_imei1 on registrations (imei1);
CREATE INDEX registrations_matched_pages on registrations (matched, created_at, id);
CREATE INDEX registrations_pages on registrations (created_at, id);
CREATE INDEX releases_created_at on releases (created_at);
CREATE INDEX releases_imei1 on releases (imei1);
CREATE INDEX second_factors_account on second_factors (account_id);
CREATE INDEX sessions_account_id on sessions (account_id);
CREATE INDEX uploads_account_batch on uploads (account_id, id) where batch_id is not null;
CREATE INDEX uploads_account_day on uploads (account_id, created_at);
CREATE INDEX uploads_account_id_old_file on uploads (account_id, old_file);
CREATE INDEX uploads_batch on uploads (id) where batch_id is not null;
CREATE INDEX uploads_of_batch on uploads (batch_id, account_id, id) where batch_id is not null;
CREATE INDEX uploads_pages on uploads (report, created_at, id);
CREATE INDEX uploads_report_file on uploads (report, file);
CREATE INDEX identity_challenges_account on identity_challenges (account_id);
CREATE INDEX identity_challenges_expiry on identity_challenges (expires_at);
CREATE INDEX approvals_account_id on approvals (account_id, id);
CREATE UNIQUE INDEX approvals_batch on approvals (account_id, batch_id) where batch_id is not null;
CREATE INDEX approvals_waiting on approvals (expires_at) where state = 'waiting';
CREATE INDEX command_counts_day on command_counts (kind, begins_at);
CREATE INDEX remote_failure_counts_failure on remote_failure_counts (failure_id);
CREATE INDEX remote_failures_last on remote_failures (last_at);
CREATE INDEX remote_failures_release on remote_failures (remote, release);
CREATE TRIGGER audit_log_no_update before update on audit_log
      begin select raise(abort, 'audit_log is append-only'); end;
CREATE TRIGGER audit_log_no_delete before delete on audit_log
      begin select raise(abort, 'audit_log is append-only'); end;
CREATE TRIGGER audit_log_no_replace before insert on audit_log
      when exists (select 1 from audit_log where id = new.id)
      begin select raise(abort, 'audit_log is append-only'); end;
CREATE TRIGGER audit_seals_no_update before update on audit_seals
      begin select raise(abort, 'audit_seals is append-only'); end;
CREATE TRIGGER audit_seals_no_delete before delete on audit_seals
      begin select raise(abort, 'audit_seals is append-only'); end;
CREATE TRIGGER audit_seals_no_replace before insert on audit_seals
      when exists (select 1 from audit_seals where sequence = new.sequence)
      begin select raise(abort, 'audit_seals is append-only'); end;
