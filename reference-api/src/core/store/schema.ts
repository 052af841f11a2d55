import type { ColumnType, Generated } from 'kysely';
import type { CommandInterface, CommandState, Role } from '@device-console/shared-lib/contract';

/** ISO 8601 UTC text in both databases: sorts as text and goes to the wire unchanged (D4). */
export type Time = string;
/** Never changes after the insert. */
export type Fixed<Value> = ColumnType<Value, Value, never>;

export type StoreDialect = 'sqlite' | 'postgres';

export type ClaimStatus = 'ENROLLED' | 'DE-ENROLLED' | 'RELEASED';

export interface DeviceTable {
  imei1: string;
  imei2: string;
  brand: string;
  model: string;
  claim_status: ClaimStatus;
  registration_status: string;
  app_version: string;
  app_type: string;
  last_command: string;
  last_command_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

/** What happened to a device at a moment. */
interface DeviceEvent {
  id: Generated<number>;
  imei1: string;
  imei2: string;
  created_at: Fixed<Time>;
}

interface ReleaseTable extends DeviceEvent {
  brand: string;
  model: string;
}

export interface RegistrationTable extends ReleaseTable {
  matched: 'YES' | 'NO';
  registration_status: string;
}

export interface EnrolmentTable extends DeviceEvent {
  action: 'DE-ENROLLED' | 'RE-REGISTERED';
}

/**
 * One row per command and device; a command to ALL is one row with imei `ALL`, which the gateway broadcasts. Also the
 * durable queue.
 */
export interface CommandTable {
  id: Generated<number>;
  transaction_id: Fixed<string>;
  account_id: Fixed<number>;
  user_email: Fixed<string>;
  imei: Fixed<string>;
  interface: Fixed<CommandInterface>;
  action: Fixed<string>;
  reported_as: Fixed<string>;
  report: Fixed<string>;
  /** JSON for the device beside the action: message, header, template, caseType, clientof, retailerNumber. */
  payload: Fixed<string>;
  filename: Fixed<string>;
  batch_id: Fixed<string | null>;
  reason: Fixed<string>;
  status: CommandState;
  failure: string;
  attempts: number;
  next_attempt_at: Time;
  claimed_until: Time | null;
  /** A UUID; null only for what tests write as done. */
  uid: Generated<string | null>;
  /** Retries after the provider had closed it, each under its own key. */
  retries: Generated<number>;
  /** The deployment's id, part of its key; '' for the history of the demo. */
  epoch: Generated<string>;
  /** The epoch in which it may be sent; after a restore another one, until somebody has decided. */
  active_epoch: Generated<string>;
  /** The worker's mark, and how the row was before: an attempt's result counts only while this is its own. */
  claim: Generated<string | null>;
  /** When it may first have been sent to the provider; null if it certainly was not. */
  handed_at: Generated<Time | null>;
  sent_at: Generated<Time | null>;
  /** Every attempt has failed since. */
  first_failure_at: Generated<Time | null>;
  /** Null: its lifetime counts from its creation. */
  expires_at: Generated<Time | null>;
  /** E-mail of the second person; null if none was needed. */
  approved_by: Generated<string | null>;
  created_at: Fixed<Time>;
  updated_at: Time;
}

/** The committed outcome of a call that is done at most once (D2). */
interface OutcomeTable {
  account_id: number;
  method: string;
  path: string;
  transaction_id: string;
  body_hash: string;
  answer: string;
  created_at: Fixed<Time>;
}

export interface UploadTable {
  id: Generated<number>;
  account_id: number;
  file: string;
  old_file: string;
  report: string;
  status_of: string;
  is_complete: 'complete' | 'incomplete';
  last_imei: string;
  remarks: string;
  batch_id: string | null;
  created_at: Fixed<Time>;
  updated_at: Time;
}

interface UploadContentTable {
  upload_id: number;
  content: ColumnType<Uint8Array | ArrayBuffer, Uint8Array, never>;
}

/** The list of IMEIs that an operator was about to command (D17). */
interface IntentTable {
  id: Generated<number>;
  account_id: number;
  action: string;
  batch_id: string | null;
  devices: number;
  imei_list: string;
  created_at: Time;
}

interface SettingTable {
  name: string;
  value: string;
}

type AccountStatus = 'ACTIVE' | 'INACTIVE';

interface AccountTable {
  id: Generated<number>;
  email: string;
  phone: string;
  password_hash: string;
  role: Role;
  status: AccountStatus;
  client_of: string;
  created_at: Fixed<Time>;
  updated_at: Time;
  /** It waits for the first password, by a mailed link, since then. */
  invited_at: Generated<Time | null>;
  /** End of an admin's password; null: the owner chose the password (S27). */
  first_password_until: Generated<Time | null>;
  /** When it was closed for good, and its former e-mail. */
  closed_at: Generated<Time | null>;
  closed_email: Generated<string | null>;
  /** Since when only a superadmin can readmit it (S32). */
  contained_at: Generated<Time | null>;
}

interface PermissionTable {
  id: Generated<number>;
  name: string;
}

interface AccountPermissionTable {
  account_id: number;
  permission_id: number;
}

interface SessionTable {
  id: Generated<number>;
  account_id: number;
  token_hash: string;
  created_at: Fixed<Time>;
  expires_at: Time;
  revoked_at: Time | null;
  /** Where it was opened, and last used; exact to a minute. */
  address: Generated<string | null>;
  last_used_at: Generated<Time | null>;
  last_address: Generated<string | null>;
  /** The holder's last proof of identity. */
  authenticated_at: Generated<Time | null>;
  ended_because: Generated<SessionEnd | null>;
  /** What the identity provider confirmed; null: logged in by a password (S29). */
  signed_on: Generated<SignedOn | null>;
  /** The provider's sealed ID token, to end its session with this one (S28). */
  id_token: Generated<string | null>;
}

/** `factor`: the provider has confirmed what counts here as a second factor. */
export type SignedOn = 'plain' | 'factor';

export type SessionEnd = 'logout' | 'idle' | 'too many' | 'ended by its owner' | 'changed factors' | AccessEnd;

/** Why all sessions and keys of an account ended. */
export type AccessEnd = 'forced logout' | 'disabled' | 'new password' | 'new role' | 'closed' | 'contained';

/** The command calls (D21), or the figures of the platform page (D21b). */
export type KeyOpens = 'commands' | 'figures';

interface ApiKeyTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  key_hash: string;
  status: 'active' | 'inactive';
  opens: Fixed<KeyOpens>;
  created_at: Fixed<Time>;
  /** Null: made before keys had an end. */
  expires_at: Generated<Time | null>;
  /** No longer valid, whatever its status. */
  revoked_at: Generated<Time | null>;
  last_used_at: Generated<Time | null>;
  last_address: Generated<string | null>;
  /** Comma-joined ids of commands, and networks; null: all. */
  commands: Generated<string | null>;
  networks: Generated<string | null>;
  per_minute: Generated<number | null>;
}

interface AttemptTable {
  subject: string;
  attempts: number;
  window_ends_at: Time;
}

interface PasswordResetTable {
  id: Generated<number>;
  account_id: number;
  secret_hash: string;
  handle_hash: string;
  created_at: Fixed<Time>;
  expires_at: Time;
  used_at: Time | null;
  purpose: Generated<'reset' | 'invitation'>;
}

/** A batch that a run has made known (D17a). `batch_id` is the console's; `id` is short, for the rows of items. */
export interface BatchTable {
  id: Generated<number>;
  batch_id: Fixed<string>;
  /** The starter: outcomes are stored under this account, whoever holds the batch (D17b). */
  account_id: Fixed<number>;
  action: Fixed<string>;
  level: Fixed<string>;
  /** The operator's name of the file. */
  file_name: Fixed<string>;
  /** The copy's name here, and its report. */
  file: Fixed<string>;
  report: Fixed<string>;
  /** Of the registered list. */
  devices: Fixed<number>;
  /** Rows of the operator's file, and those that are not in the list. */
  total: Fixed<number>;
  invalid: Fixed<number>;
  duplicates: Fixed<number>;
  /** The holding run, its account and its browser. */
  run: string;
  holder_id: number;
  place: string;
  seen_at: Time;
  found: number;
  not_found: number;
  refused: number;
  state: 'open' | 'complete';
  started_at: Fixed<Time>;
}

export type BatchItemOutcome = 'found' | 'not found' | 'refused';

/** The outcome of a row of a known batch. */
export interface BatchItemTable {
  /** The batch's `id`. */
  batch: Fixed<number>;
  /** In the batch's list, from 1. */
  row: Fixed<number>;
  transaction_id: Fixed<string>;
  outcome: BatchItemOutcome;
  /** Why it was refused. */
  message: string;
  /** Queued for it. */
  command_id: number | null;
}

/** Append-only: triggers refuse UPDATE and DELETE. */
export interface AuditTable {
  id: Generated<number>;
  at: Fixed<Time>;
  account_id: Fixed<number | null>;
  email: Fixed<string>;
  via: Fixed<'session' | 'key' | 'anonymous' | 'cli'>;
  call: Fixed<string>;
  action: Fixed<string>;
  imei: Fixed<string>;
  outcome: Fixed<'success' | 'error' | 'refused'>;
  detail: Fixed<string>;
  transaction_id: Fixed<string>;
  address: Fixed<string>;
}

/** The tables of the core; each module adds its own. */
export interface Schema {
  accounts: AccountTable;
  permissions: PermissionTable;
  account_permissions: AccountPermissionTable;
  sessions: SessionTable;
  api_keys: ApiKeyTable;
  attempts: AttemptTable;
  password_resets: PasswordResetTable;
  devices: DeviceTable;
  registrations: RegistrationTable;
  enrolments: EnrolmentTable;
  releases: ReleaseTable;
  commands: CommandTable;
  outcomes: OutcomeTable;
  uploads: UploadTable;
  upload_contents: UploadContentTable;
  intents: IntentTable;
  batches: BatchTable;
  batch_items: BatchItemTable;
  audit_log: AuditTable;
  settings: SettingTable;
}
