import type { ColumnType, Generated } from 'kysely';
import type { CommandInterface, CommandState } from '@device-console/shared-lib/contract';
import type {
  AccountPermissionTable,
  AccountTable,
  ApiKeyTable,
  AttemptTable,
  IdentityChallengeTable,
  PasswordResetTable,
  PermissionTable,
  SessionTable,
} from './schema-people.ts';
import type { GatewayErrorTable, GatewayFigureTable, ReconcileTable } from './schema-operations.ts';
import type { AuditTable } from './schema-audit.ts';
import type { BatchItemTable, BatchTable } from './schema-batches.ts';
import type { Fixed, Time } from './columns.ts';

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
  /** A UUID; null for what was done before commands had one. */
  uid: Generated<string | null>;
  /** The deployment's id, or an epoch of it, which stands in its key; '' where an earlier version made it. */
  epoch: Generated<string>;
  /** The epoch in which it may be sent: another than now after a restore, until somebody has decided. */
  active_epoch: Generated<string>;
  /** Of the worker that has it in hand: what came of an attempt counts only while this is still its own. */
  claim: Generated<string | null>;
  /** When it may first have left for the provider; null for what surely has not. */
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

/** The committed outcome of a call that is answered at most once (D2). */
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

/** The tables of the core; each module adds its own. */
export interface Schema {
  accounts: AccountTable;
  permissions: PermissionTable;
  account_permissions: AccountPermissionTable;
  sessions: SessionTable;
  api_keys: ApiKeyTable;
  attempts: AttemptTable;
  password_resets: PasswordResetTable;
  identity_challenges: IdentityChallengeTable;
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
  gateway_figures: GatewayFigureTable;
  gateway_errors: GatewayErrorTable;
  reconcile_rows: ReconcileTable;
  settings: SettingTable;
}
