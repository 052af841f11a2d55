import type { ColumnType, Generated } from 'kysely';
import type { CommandInterface, CommandState, Role } from '@device-console/shared-lib/contract';

/** Times are ISO 8601 UTC text in both databases: they sort as text and go to the wire as they are (D4). */
export type Time = string;
/** Set when the row is made, and never changed. */
export type Fixed<Value> = ColumnType<Value, Value, never>;

/** The databases that the store works on. */
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

export interface RegistrationTable {
  id: Generated<number>;
  imei1: string;
  imei2: string;
  brand: string;
  model: string;
  matched: 'YES' | 'NO';
  registration_status: string;
  created_at: Fixed<Time>;
}

export interface EnrolmentTable {
  id: Generated<number>;
  imei1: string;
  imei2: string;
  action: 'DE-ENROLLED' | 'RE-REGISTERED';
  created_at: Fixed<Time>;
}

export interface ReleaseTable {
  id: Generated<number>;
  imei1: string;
  imei2: string;
  brand: string;
  model: string;
  created_at: Fixed<Time>;
}

/**
 * One row a command and device; a command to ALL is one row with imei `ALL`, which the gateway broadcasts. It is the
 * durable queue too.
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
  /**
   * What goes to the device beside the action, as JSON: message, header, template, caseType, clientof, retailerNumber.
   */
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
  /** How often it was retried after the provider had closed it: each time under a key of its own. */
  retries: Generated<number>;
  /** The deployment's id, which stands in its key; '' for the history of the demo. */
  epoch: Generated<string>;
  /** The epoch in which it may be sent; after a restore another one, until somebody has decided. */
  active_epoch: Generated<string>;
  /**
   * Of the worker that has it in hand, and how the row was before: what came of an attempt counts only while this is
   * still its own.
   */
  claim: Generated<string | null>;
  /** When it may first have been sent to the provider; null if it certainly was not. */
  handed_at: Generated<Time | null>;
  sent_at: Generated<Time | null>;
  /** Since when every attempt has failed. */
  first_failure_at: Generated<Time | null>;
  /** Null: its lifetime counts from when it was made. */
  expires_at: Generated<Time | null>;
  /** E-mail of the second person who approved it; null where it needed none. */
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
  /** Since when it waits for the first password, which its owner sets by a mailed link. */
  invited_at: Generated<Time | null>;
  /** Until when an admin's password opens a session; null: the owner chose the password (S27). */
  first_password_until: Generated<Time | null>;
  /** Since when it is closed for good, and the e-mail that it had. */
  closed_at: Generated<Time | null>;
  closed_email: Generated<string | null>;
  /** Since when it is contained: only a superadmin can readmit it (S32). */
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
  /** Where it was opened, and from where it was last used; exact to a minute. */
  address: Generated<string | null>;
  last_used_at: Generated<Time | null>;
  last_address: Generated<string | null>;
  /** When its holder last proved their identity. */
  authenticated_at: Generated<Time | null>;
  ended_because: Generated<SessionEnd | null>;
  /** What the identity provider confirmed about its holder; null: logged in by a password (S29). */
  signed_on: Generated<SignedOn | null>;
  /** The provider's ID token, sealed, by which its own session is ended with this one (S28). */
  id_token: Generated<string | null>;
}

/** `factor`: the provider has confirmed what counts here as a second factor. */
export type SignedOn = 'plain' | 'factor';

/** Why a session ended early. */
export type SessionEnd = 'logout' | 'idle' | 'too many' | 'ended by its owner' | 'changed factors' | AccessEnd;

/** Why all sessions and keys of an account ended. */
export type AccessEnd = 'forced logout' | 'disabled' | 'new password' | 'new role' | 'closed' | 'contained';

/** What an API key opens: the command calls (D21), or the figures of the platform page (D21b). */
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
  /** Ids of the commands, and networks, joined by commas; null: all. */
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

/** A batch that a run has made known (D17a). Its id is that of the console; `id` is short, for the rows of items. */
export interface BatchTable {
  id: Generated<number>;
  batch_id: Fixed<string>;
  /** Who started it: outcomes are stored under this account, whoever holds the batch (D17b). */
  account_id: Fixed<number>;
  action: Fixed<string>;
  level: Fixed<string>;
  /** The operator's name of the file. */
  file_name: Fixed<string>;
  /** The copy's name here, and the report that it belongs to. */
  file: Fixed<string>;
  report: Fixed<string>;
  /** Of the registered list. */
  devices: Fixed<number>;
  /** Rows of the operator's file, and of them what the list has not. */
  total: Fixed<number>;
  invalid: Fixed<number>;
  duplicates: Fixed<number>;
  /** The run that holds it, its account and its browser. */
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
  /** `id` of the batch. */
  batch: Fixed<number>;
  /** In the batch's list, from 1. */
  row: Fixed<number>;
  transaction_id: Fixed<string>;
  outcome: BatchItemOutcome;
  /** Why it was refused. */
  message: string;
  /** The command that was queued for it. */
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
