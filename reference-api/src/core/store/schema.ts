import type { ColumnType, Generated } from 'kysely';
import type { CommandInterface, CommandState, Role, SendCallName } from '@device-console/shared-lib/contract';

export type StoreDialect = 'sqlite' | 'postgres';

export type ClaimStatus = 'ENROLLED' | 'DE-ENROLLED' | 'RELEASED';

/** `factor`: the provider has confirmed what counts here as a second factor. */
export type SignedOn = 'plain' | 'factor';

export type SessionEnd = 'logout' | 'idle' | 'too many' | 'ended by its owner' | 'changed factors' | AccessEnd;

/** Why all sessions and keys of an account ended. */
export type AccessEnd = 'forced logout' | 'disabled' | 'new password' | 'new role' | 'closed' | 'contained';

/** The command calls (D21), or the figures of the platform page (D21b). */
export type KeyOpens = 'commands' | 'figures';

export type BatchItemOutcome = 'found' | 'not found' | 'refused';

/** `failed`: approved, but could no longer be executed. `expired`: nobody decided in time. */
export type ApprovalState = 'waiting' | 'approved' | 'refused' | 'expired' | 'failed';

/** Never changes after the insert. */
type Fixed<Value> = ColumnType<Value, Value, never>;
type Bytes = ColumnType<Uint8Array | ArrayBuffer, Uint8Array, never>;

/** What a column is in the database, and in a statement. Each dialect has its own `<id>` and `<bytes>`. */
interface Column<Type> {
  readonly sql: string;
  readonly type?: Type;
}

const column = <Type>(sql: string): Column<Type> => ({ sql });

/** Makes columns that differ in their name only. */
const columnsOf =
  <Type>(sql: string) =>
  <Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, column(sql)])) as Record<Name, Column<Type>>;

// All times are ISO 8601 UTC text: it sorts as text and goes to the wire unchanged (D4).
const TEXT = "text not null default ''";
const NUMBER = 'integer not null default 0';
const ACCOUNT = 'bigint not null references accounts (id)';

const text = <Type = string>() => column<Type>(TEXT);
const fixed = <Type = string>() => column<Fixed<Type>>(TEXT);
const nullable = <Type = Generated<string | null>>() => column<Type>('text');
const key = <Type = string>() => column<Type>('text primary key');
const texts = columnsOf<string>(TEXT);
const fixedTexts = columnsOf<Fixed<string>>(TEXT);
const nullables = columnsOf<Generated<string | null>>('text');
const numbers = columnsOf<number>(NUMBER);
const counters = columnsOf<Generated<number>>(NUMBER);
const fixedNumbers = columnsOf<Fixed<number>>(NUMBER);
const reference = <Type>(rest = '') => column<Type>(`bigint ${rest}`);

/** In the order of insertion. */
const id = column<Generated<number>>('<id>');
const account_id = column<number>(ACCOUNT);
const fixedAccount = { account_id: column<Fixed<number>>(ACCOUNT) };

/** What happened to a device at a moment. */
const deviceEvent = { id, ...texts('imei1', 'imei2'), ...fixedTexts('created_at') };

/** The tables as the first step makes them. What a later step changes, {@link Schema} adds or leaves out. */
export const tables = {
  accounts: {
    id,
    ...texts('email', 'phone', 'password_hash', 'client_of', 'updated_at'),
    role: text<Role>(),
    status: text<'ACTIVE' | 'INACTIVE'>(),
    created_at: fixed(),
    /** It waits for the first password, by a mailed link, since then. */
    invited_at: nullable(),
    /** End of an admin's password; null: the owner chose the password (S27). */
    first_password_until: nullable(),
    /** When it was closed for good, and its former e-mail. */
    ...nullables('closed_at', 'closed_email'),
    /** Since when only a superadmin can readmit it (S32). */
    contained_at: nullable(),
  },
  /** Which subject of which issuer logs in to which account (S22). */
  account_identities: { id, ...fixedTexts('issuer', 'subject', 'linked_at'), ...fixedAccount },
  permissions: { id, ...texts('name') },
  account_permissions: { account_id, permission_id: reference<number>('not null references permissions (id)') },
  sessions: {
    id,
    account_id,
    ...texts('token_hash', 'expires_at'),
    created_at: fixed(),
    revoked_at: nullable<string | null>(),
    /** Where it was opened, and last used; exact to a minute. */
    ...nullables('address', 'last_used_at', 'last_address'),
    /** The holder's last proof of identity. */
    authenticated_at: nullable(),
    ended_because: nullable<Generated<SessionEnd | null>>(),
    /** What the identity provider confirmed; null: logged in by a password (S29). */
    signed_on: nullable<Generated<SignedOn | null>>(),
    /** The provider's sealed ID token, to end its session with this one (S28). */
    id_token: nullable(),
  },
  api_keys: {
    id,
    account_id,
    ...texts('name', 'key_hash'),
    status: text<'active' | 'inactive'>(),
    opens: column<Fixed<KeyOpens>>("text not null default 'commands'"),
    created_at: fixed(),
    /** Null: made before keys had an end. */
    expires_at: nullable(),
    /** No longer valid, whatever its status. */
    revoked_at: nullable(),
    ...nullables('last_used_at', 'last_address'),
    /** Comma-joined ids of commands, and networks; null: all. */
    ...nullables('commands', 'networks'),
    per_minute: column<Generated<number | null>>('integer'),
  },
  password_resets: {
    id,
    account_id,
    ...texts('secret_hash', 'handle_hash', 'expires_at'),
    created_at: fixed(),
    used_at: nullable<string | null>(),
    purpose: column<Generated<'reset' | 'invitation'>>("text not null default 'reset'"),
  },
  attempts: { subject: key(), ...numbers('attempts'), ...texts('window_ends_at') },
  second_factors: {
    id,
    account_id,
    kind: text<'totp' | 'passkey'>(),
    name: text(),
    /** App: its sealed seed. Passkey: its public key in base64url. */
    secret: text(),
    credential_id: column<Generated<string | null>>('text unique'),
    /** App: the last used step. Passkey: its signature counter. */
    counter: column<Generated<number>>('bigint not null default 0'),
    created_at: fixed(),
    /** Null until the factor is proven. */
    ...nullables('confirmed_at', 'last_used_at'),
  },
  recovery_codes: { id, account_id, ...texts('code_hash'), ...fixedTexts('created_at'), ...nullables('used_at') },
  identity_challenges: {
    id,
    account_id,
    session_id: reference<Generated<number | null>>(),
    /** `login`: the password was right. `proof` and `registration`: challenges for a passkey in a session. */
    purpose: text<'login' | 'proof' | 'registration'>(),
    ticket_hash: text(),
    /** What a passkey signs; '' if none is asked for. */
    challenge: text(),
    created_at: fixed(),
    expires_at: text(),
  },
  /** A login at the identity provider that is under way, until the page brings the answer (S21). */
  single_sign_ons: {
    id,
    state_hash: fixed(),
    /** Hash of the secret that the asking page keeps. */
    handle_hash: fixed(),
    ...fixedTexts('nonce', 'verifier', 'created_at', 'expires_at'),
    /** The session whose holder proves who they are; null for a login (S30). */
    session_id: reference<Fixed<number | null>>(),
  },
  devices: {
    imei1: key(),
    ...texts('imei2', 'brand', 'model', 'registration_status', 'app_version', 'app_type', 'last_command'),
    claim_status: text<ClaimStatus>(),
    last_command_at: nullable<string | null>(),
    ...texts('created_at', 'updated_at'),
  },
  registrations: {
    ...deviceEvent,
    ...texts('brand', 'model', 'registration_status'),
    matched: text<'YES' | 'NO'>(),
  },
  enrolments: { ...deviceEvent, action: text<'DE-ENROLLED' | 'RE-REGISTERED'>() },
  releases: { ...deviceEvent, ...texts('brand', 'model') },
  /**
   * One row per command and device; a command to ALL is one row with imei `ALL`, which the gateway broadcasts. Also the
   * durable queue.
   */
  commands: {
    id,
    ...fixedAccount,
    ...fixedTexts('transaction_id', 'user_email', 'imei', 'action', 'reported_as', 'report', 'filename', 'reason'),
    interface: fixed<CommandInterface>(),
    /** JSON for the device beside the action: message, header, template, caseType, clientof, retailerNumber. */
    payload: fixed(),
    batch_id: nullable<Fixed<string | null>>(),
    status: text<CommandState>(),
    ...texts('failure', 'next_attempt_at', 'updated_at'),
    ...numbers('attempts'),
    claimed_until: nullable<string | null>(),
    /** A UUID; null only for what tests write as done. */
    uid: nullable(),
    /** Retries after the provider had closed it, each under its own key. */
    ...counters('retries'),
    /** The deployment's id, part of its key; '' for the history of the demo. */
    epoch: text<Generated<string>>(),
    /** The epoch in which it may be sent; after a restore another one, until somebody has decided. */
    active_epoch: text<Generated<string>>(),
    /** The worker's mark, and how the row was before: an attempt's result counts only while this is its own. */
    claim: nullable(),
    /** When it may first have been sent to the provider, null if it certainly was not; and when it was. */
    ...nullables('handed_at', 'sent_at'),
    /** Every attempt has failed since. */
    first_failure_at: nullable(),
    /** Null: its lifetime counts from its creation. */
    expires_at: nullable(),
    /** E-mail of the second person; null if none was needed. */
    approved_by: nullable(),
    created_at: fixed(),
  },
  /** The committed outcome of a call that is done at most once (D2). */
  outcomes: {
    account_id: reference<number>('not null'),
    ...texts('method', 'path', 'transaction_id', 'body_hash', 'answer'),
    created_at: fixed(),
  },
  /** A request to approve a command or a batch's list (C12 to C16). */
  approvals: {
    id,
    /** The asker; for an API key, its owner. */
    ...fixedAccount,
    via: fixed<'session' | 'key'>(),
    credential_id: reference<Fixed<number>>('not null'),
    /** Name, id and body as JSON of the call to execute, and its device; '' for a batch. */
    call: fixed<SendCallName | ''>(),
    ...fixedTexts('transaction_id', 'body', 'imei'),
    /** Hash of the call's body, or of the batch's list. */
    body_hash: fixed(),
    action: fixed(),
    batch_id: nullable<Fixed<string | null>>(),
    ...fixedNumbers('devices'),
    state: text<ApprovalState>(),
    /** Why it was refused, failed or expired. */
    why: text(),
    created_at: fixed(),
    expires_at: text(),
    decided_by: reference<number | null>('references accounts (id)'),
    decided_at: nullable<string | null>(),
  },
  /** Commands of an account (its keys included) or of a key in a UTC day; of a key with a rate, in a minute. */
  command_counts: {
    kind: fixed<'account' | 'key' | 'minute'>(),
    /** Of the account or key. */
    id: reference<Fixed<number>>('not null'),
    /** Of the day or minute. */
    begins_at: fixed(),
    ...numbers('commands'),
  },
  /** An account whose sending is or was paused for a sudden rise (C11). */
  command_pauses: {
    account_id: reference<Fixed<number>>('primary key references accounts (id)'),
    ...texts('paused_at', 'why'),
    /** Null while it is paused. */
    lifted_at: nullable<string | null>(),
  },
  /** The list of IMEIs that an operator was about to command (D17). */
  intents: {
    id,
    account_id,
    ...texts('action', 'imei_list', 'created_at'),
    batch_id: nullable<string | null>(),
    ...numbers('devices'),
  },
  /** A batch that a run has made known (D17a). `batch_id` is the console's; `id` is short, for the rows of items. */
  batches: {
    id,
    /** The starter: outcomes are stored under this account, whoever holds the batch (D17b). */
    ...fixedAccount,
    ...fixedTexts('batch_id', 'action', 'level', 'started_at'),
    /** The operator's name of the file. */
    file_name: fixed(),
    /** The copy's name here, and its report. */
    ...fixedTexts('file', 'report'),
    /** Of the registered list. */
    ...fixedNumbers('devices'),
    /** Rows of the operator's file, and those that are not in the list. */
    ...fixedNumbers('total', 'invalid', 'duplicates'),
    /** The holding run, its account and its browser. */
    ...texts('run', 'place', 'seen_at'),
    holder_id: column<number>(ACCOUNT),
    ...counters('found', 'not_found', 'refused'),
    state: column<Generated<'open' | 'complete'>>("text not null default 'open'"),
  },
  /** The outcome of a row of a known batch. */
  batch_items: {
    /** The batch's `id`. */
    batch: reference<Fixed<number>>('not null'),
    /** In the batch's list, from 1. */
    ...fixedNumbers('row'),
    transaction_id: fixed(),
    outcome: text<BatchItemOutcome>(),
    /** Why it was refused. */
    message: text(),
    /** Queued for it. */
    command_id: reference<number | null>(),
  },
  uploads: {
    id,
    account_id,
    ...texts('file', 'old_file', 'report', 'status_of', 'updated_at'),
    is_complete: column<Generated<'complete' | 'incomplete'>>("text not null default 'incomplete'"),
    last_imei: text<Generated<string>>(),
    remarks: text<Generated<string>>(),
    batch_id: nullable<string | null>(),
    created_at: fixed(),
  },
  upload_contents: {
    upload_id: reference<number>('primary key references uploads (id)'),
    content: column<Bytes>('<bytes> not null'),
  },
  /** Counts per five minutes, by name: commands that reached a state, their times, and how many waited. */
  gateway_figures: { ...fixedTexts('period', 'name'), ...numbers('count') },
  gateway_errors: { ...fixedTexts('period', 'message'), ...numbers('count'), ...texts('at') },
  /** Append-only: triggers refuse UPDATE and DELETE. */
  audit_log: {
    id,
    ...fixedTexts('at', 'email', 'call', 'action', 'imei', 'detail', 'transaction_id', 'address'),
    account_id: reference<Fixed<number | null>>(),
    via: fixed<'session' | 'key' | 'anonymous' | 'cli'>(),
    outcome: fixed<'success' | 'error' | 'refused'>(),
  },
  /** Append-only: a link of the chain over rows of `audit_log` (A6). */
  audit_seals: {
    /** From 1, without a gap. */
    sequence: reference<Fixed<number>>('primary key'),
    /** The seal's statement as JSON, hashed byte for byte. */
    statement: fixed(),
    /** The hash of the statement, then the hash after each row, 32 bytes each. */
    hashes: column<Bytes>('<bytes> not null'),
    /** The last of `hashes`, in hexadecimal. */
    hash: fixed(),
    /** If this seal records a removal: the last seal whose rows were removed. */
    removed_through: reference<Fixed<number | null>>(),
  },
  /** How many screens of a build were loaded in an hour, by step of load time, each a tenth longer than the last. */
  remote_loads: {
    ...fixedTexts('hour', 'remote', 'version', 'release', 'source'),
    ...fixedNumbers('step'),
    ...numbers('loads'),
  },
  remote_failures: {
    id,
    /** SHA-256 of what makes it this kind. */
    fingerprint: fixed(),
    ...fixedTexts('remote', 'owner', 'version', 'release', 'source', 'screen', 'kind', 'message', 'stack', 'browser'),
    first_at: fixed(),
    last_at: text(),
  },
  remote_failure_counts: {
    /** An hour: the first 13 characters of its times, and sorted like them. */
    hour: fixed(),
    failure_id: reference<Fixed<number>>('not null references remote_failures (id)'),
    ...fixedAccount,
    ...numbers('failures'),
  },
  settings: { name: key(), ...texts('value') },
};

type RowOf<Own> = { [Name in keyof Own]: Own[Name] extends Column<infer Type> ? Type : never };

export type Schema = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> };
