import type { Generated } from 'kysely';
import type { CommandInterface, CommandState, Role } from '@device-console/shared-lib/contract';
import * as c from './columns.ts';
import { firstStep } from './migrations/0001-initial.ts';
import { stateOfDevices } from './migrations/0002-state-of-devices.ts';
import { devicesByState } from './migrations/0003-devices-by-state.ts';
import { figures } from './migrations/0005-figures.ts';
import { earlierFigures } from './migrations/0006-earlier-figures.ts';
import type { TableSet } from './migrations/migration-list.ts';

export type ClaimStatus = 'ENROLLED' | 'DE-ENROLLED' | 'RELEASED';

/** `factor`: the provider has confirmed what counts here as a second factor. */
export type SignedOn = 'plain' | 'factor';

export type SessionEnd = 'logout' | 'idle' | 'too many' | 'ended by its owner' | 'changed factors' | AccessEnd;

/** Why all sessions and keys of an account ended. */
export type AccessEnd = 'forced logout' | 'disabled' | 'new password' | 'new role' | 'closed' | 'contained';

/** The command calls (D21), or the figures of the platform page (D21b). */
export type KeyOpens = 'commands' | 'figures';

export type BatchItemOutcome = 'found' | 'not found' | 'refused';

/** What happened to a device at a moment. */
const deviceEvent = { id: c.id, ...c.texts('imei1', 'imei2'), ...c.fixedTexts('created_at') };

const tables = {
  accounts: {
    id: c.id,
    ...c.texts('email', 'phone', 'password_hash', 'client_of', 'updated_at'),
    role: c.text<Role>(),
    status: c.text<'ACTIVE' | 'INACTIVE'>(),
    created_at: c.fixed(),
    /** It waits for the first password, by a mailed link, since then. */
    invited_at: c.nullable(),
    /** End of an admin's password; null: the owner chose the password (S27). */
    first_password_until: c.nullable(),
    /** When it was closed for good, and its former e-mail. */
    ...c.nullables('closed_at', 'closed_email'),
    /** Since when only a superadmin can readmit it (S32). */
    contained_at: c.nullable(),
  },
  permissions: { id: c.id, ...c.texts('name') },
  account_permissions: {
    account_id: c.account_id,
    permission_id: c.reference<number>('not null references permissions (id)'),
  },
  sessions: {
    id: c.id,
    account_id: c.account_id,
    ...c.texts('token_hash', 'expires_at'),
    created_at: c.fixed(),
    revoked_at: c.nullable<string | null>(),
    /** Where it was opened, and last used; exact to a minute. */
    ...c.nullables('address', 'last_used_at', 'last_address'),
    /** The holder's last proof of identity. */
    authenticated_at: c.nullable(),
    ended_because: c.nullable<Generated<SessionEnd | null>>(),
    /** What the identity provider confirmed; null: logged in by a password (S29). */
    signed_on: c.nullable<Generated<SignedOn | null>>(),
    /** The provider's sealed ID token, to end its session with this one (S28). */
    id_token: c.nullable(),
  },
  api_keys: {
    id: c.id,
    account_id: c.account_id,
    ...c.texts('name', 'key_hash'),
    status: c.text<'active' | 'inactive'>(),
    opens: c.column<c.Fixed<KeyOpens>>("text not null default 'commands'"),
    created_at: c.fixed(),
    /** Null: made before keys had an end. */
    expires_at: c.nullable(),
    /** No longer valid, whatever its status. */
    revoked_at: c.nullable(),
    ...c.nullables('last_used_at', 'last_address'),
    /** Comma-joined ids of commands, and networks; null: all. */
    ...c.nullables('commands', 'networks'),
    per_minute: c.column<Generated<number | null>>('integer'),
  },
  password_resets: {
    id: c.id,
    account_id: c.account_id,
    ...c.texts('secret_hash', 'handle_hash', 'expires_at'),
    created_at: c.fixed(),
    used_at: c.nullable<string | null>(),
    purpose: c.column<Generated<'reset' | 'invitation'>>("text not null default 'reset'"),
  },
  attempts: { subject: c.key(), ...c.numbers('attempts'), ...c.texts('window_ends_at') },
  second_factors: {
    id: c.id,
    account_id: c.account_id,
    kind: c.text<'totp' | 'passkey'>(),
    name: c.text(),
    /** App: its sealed seed. Passkey: its public key in base64url. */
    secret: c.text(),
    credential_id: c.column<Generated<string | null>>('text unique'),
    /** App: the last used step. Passkey: its signature counter. */
    counter: c.column<Generated<number>>('bigint not null default 0'),
    created_at: c.fixed(),
    /** Null until the factor is proven. */
    ...c.nullables('confirmed_at', 'last_used_at'),
  },
  devices: {
    imei1: c.key(),
    ...c.texts('imei2', 'brand', 'model', 'registration_status', 'app_version', 'app_type', 'last_command'),
    claim_status: c.text<ClaimStatus>(),
    last_command_at: c.nullable<string | null>(),
    ...c.texts('created_at', 'updated_at'),
    /** By the newest acknowledged Lock or Unlock of this enrolment, '' if there is none; triggers keep it. */
    lock_state: c.column<c.Kept<'' | 'LOCKED' | 'UNLOCKED'>>("text not null default ''"),
    /** When that command was given, else when the enrolment changed. */
    lock_at: c.nullable<c.Kept<string | null>>(),
    lock_command: c.reference<c.Kept<number | null>>(),
  },
  registrations: {
    ...deviceEvent,
    ...c.texts('brand', 'model', 'registration_status'),
    matched: c.text<'YES' | 'NO'>(),
  },
  enrolments: { ...deviceEvent, action: c.text<'DE-ENROLLED' | 'RE-REGISTERED'>() },
  releases: { ...deviceEvent, ...c.texts('brand', 'model') },
  /** One row per command and device, and one for a command to ALL, which is broadcast. Also the durable queue. */
  commands: {
    id: c.id,
    ...c.fixedAccount,
    ...c.fixedTexts('transaction_id', 'user_email', 'imei', 'action', 'reported_as', 'report', 'filename', 'reason'),
    interface: c.fixed<CommandInterface>(),
    /** JSON for the device beside the action: message, header, template, caseType, clientof, retailerNumber. */
    payload: c.fixed(),
    batch_id: c.nullable<c.Fixed<string | null>>(),
    status: c.text<CommandState>(),
    ...c.texts('failure', 'next_attempt_at', 'updated_at'),
    ...c.numbers('attempts'),
    claimed_until: c.nullable<string | null>(),
    /** A UUID; null only for what tests write as done. */
    uid: c.nullable(),
    /** Retries after the provider had closed it, each under its own key. */
    ...c.counters('retries'),
    /** The deployment's id, part of its key; '' for the history of the demo. */
    epoch: c.text<Generated<string>>(),
    /** The epoch in which it may be sent; after a restore another one, until somebody has decided. */
    active_epoch: c.text<Generated<string>>(),
    /** The worker's mark, and how the row was before: an attempt's result counts only while this is its own. */
    claim: c.nullable(),
    /** When it may first have been sent to the provider, null if it certainly was not; and when it was. */
    ...c.nullables('handed_at', 'sent_at'),
    /** Every attempt has failed since. */
    first_failure_at: c.nullable(),
    /** Null: its lifetime counts from its creation. */
    expires_at: c.nullable(),
    /** E-mail of the second person; null if none was needed. */
    approved_by: c.nullable(),
    /** Of a command to ALL: the devices that were enrolled when it was taken. */
    devices: c.column<Generated<number | null>>('integer'),
    created_at: c.fixed(),
  },
  /** The committed outcome of a call that is done at most once (D2). */
  outcomes: {
    account_id: c.reference<number>('not null'),
    ...c.texts('method', 'path', 'transaction_id', 'body_hash', 'answer'),
    created_at: c.fixed(),
  },
  /** The list of IMEIs that an operator was about to command (D17). */
  intents: {
    id: c.id,
    account_id: c.account_id,
    ...c.texts('action', 'imei_list', 'created_at'),
    batch_id: c.nullable<string | null>(),
    ...c.numbers('devices'),
  },
  /** A batch that a run has made known (D17a). `batch_id` is the console's; `id` is short, for the rows of items. */
  batches: {
    id: c.id,
    /** The starter: outcomes are stored under this account, whoever holds the batch (D17b). */
    ...c.fixedAccount,
    ...c.fixedTexts('batch_id', 'action', 'level', 'started_at'),
    /** The operator's name of the file. */
    file_name: c.fixed(),
    /** The copy's name here, and its report. */
    ...c.fixedTexts('file', 'report'),
    /** Of the registered list. */
    ...c.fixedNumbers('devices'),
    /** Rows of the operator's file, and those that are not in the list. */
    ...c.fixedNumbers('total', 'invalid', 'duplicates'),
    /** The holding run, its account and its browser. */
    ...c.texts('run', 'place', 'seen_at'),
    holder_id: c.column<number>(c.ACCOUNT),
    ...c.counters('found', 'not_found', 'refused'),
    state: c.column<Generated<'open' | 'complete'>>("text not null default 'open'"),
  },
  /** The outcome of a row of a known batch. */
  batch_items: {
    /** The batch's `id`. */
    batch: c.reference<c.Fixed<number>>('not null'),
    /** In the batch's list, from 1. */
    ...c.fixedNumbers('row'),
    transaction_id: c.fixed(),
    outcome: c.text<BatchItemOutcome>(),
    /** Why it was refused. */
    message: c.text(),
    /** Queued for it. */
    command_id: c.reference<number | null>(),
  },
  uploads: {
    id: c.id,
    account_id: c.account_id,
    ...c.texts('file', 'old_file', 'report', 'status_of', 'updated_at'),
    is_complete: c.column<Generated<'complete' | 'incomplete'>>("text not null default 'incomplete'"),
    last_imei: c.text<Generated<string>>(),
    remarks: c.text<Generated<string>>(),
    batch_id: c.nullable<string | null>(),
    created_at: c.fixed(),
  },
  upload_contents: {
    upload_id: c.reference<number>('primary key references uploads (id)'),
    content: c.column<c.Bytes>('<bytes> not null'),
  },
  audit_log: {
    id: c.id,
    ...c.fixedTexts('at', 'email', 'call', 'action', 'imei', 'detail', 'transaction_id', 'address'),
    account_id: c.reference<c.Fixed<number | null>>(),
    via: c.fixed<'session' | 'key' | 'anonymous' | 'cli'>(),
    outcome: c.fixed<'success' | 'error' | 'refused'>(),
  },
  settings: { name: c.key(), ...c.texts('value') },
  /** Commands given in a quarter of an hour by what became of them; triggers keep it, each connection its shard. */
  command_figures: {
    period: c.fixed(),
    account_id: c.reference<c.Fixed<number>>('not null'),
    ...c.counters('shard', 'open', 'acknowledged', 'failed', 'expired', 'unknown', 'cancelled'),
  },
  /** What happened to devices in a quarter of an hour. */
  device_figures: {
    period: c.fixed(),
    ...c.counters('shard', 'registered', 'reregistered', 'deenrolled', 'released'),
  },
  /** All devices, and those of them that are locked or unlocked. */
  device_totals: {
    ...c.fixedTexts('claim_status', 'app_version', 'brand', 'model'),
    ...c.counters('shard', 'devices', 'locked', 'unlocked'),
  },
};

/** The core's tables. */
export const coreSchema = {
  tables,
  appendOnly: { audit_log: 'id' },
  firstStep,
  steps: (dialect) => [stateOfDevices(dialect), devicesByState(dialect), figures(dialect), earlierFigures],
} as const satisfies TableSet;

/**
 * All tables by name; each module adds its own.
 */
export interface Schema extends c.RowsOf<typeof tables> {}
