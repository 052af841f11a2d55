import type { CallDefinition, CallName, calls, Holder, Role } from '@device-console/shared-lib/contract';
import type * as v from 'valibot';
import type { Clock } from '../time/clock.ts';
import type { DeviceGateway } from '../gateway/device-gateway.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Capacity } from '../security/capacity.ts';
import type { Passwords } from '../security/passwords.ts';
import type { FailedAttempts } from '../security/throttle.ts';
import type { RefusedTokens } from '../security/refused-tokens.ts';
import type { Tokens } from '../security/tokens.ts';
import type { Account } from '../store/accounts.ts';
import type { KeyOpens, SignedOn } from '../store/schema.ts';
import type { IdentityNeeded } from '../errors/expected-errors.ts';
import type { Database } from '../store/store.ts';
import type { BatchLists } from '../batches/batch-lists.ts';

/** What services need besides the database; tests replace it. Each module adds its own. */
export interface Platform {
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly failedAttempts: FailedAttempts;
  readonly refusedTokens: RefusedTokens;
  /** Megabytes. */
  readonly largeBodies: Capacity;
  readonly mailer: Mailer;
  readonly sessions: {
    readonly hours: number;
    /** Milliseconds without use; undefined: never. */
    readonly idle: number | undefined;
    /** Open sessions per account: one more ends the oldest. */
    readonly most: number;
  };
  /** When API keys end (K2, K3). */
  readonly keys: {
    /** Of a new key by default; null: for ever. */
    readonly days: number | null;
    /** The most that its maker may choose. */
    readonly mostDays: number;
    /** A forced logout also revokes the account's keys. */
    readonly endWithLogout: boolean;
  };
  /** Days that an admin's password is valid (S27). */
  readonly firstPasswordDays: number | null;
  readonly factors: SecondFactors;
  /** Mails reach people: these can be invited by mail (U5). */
  readonly mailsPeople: boolean;
  /** Undefined: this console has no single sign-on (S21). */
  readonly singleSignOn: SingleSignOn | undefined;
  /** For links in mails; without a slash at its end. */
  readonly publicUrl: string;
  /** Of accounts: all for adding, the first two for editing (D19). */
  readonly emailDomains: readonly string[];
  /** Known only to this database's servers; marks cursors of reports. */
  readonly cursorKey: string;
  /** Mails reach nobody, so their links are logged too. */
  readonly demo: boolean;
  readonly commands: {
    readonly gateway: DeviceGateway;
    /** Random, made with the database and kept by its backups; prefix of the keys of what is requested here. */
    readonly deployment: string;
    /** Milliseconds that a command may wait to be sent. */
    readonly lifetime: number;
    readonly perMinute: number | undefined;
  };
  /** Each deletes an account's data once it is closed for good. */
  readonly accountClosed: readonly ((db: Database, accountId: number) => Promise<unknown>)[];
  /** Gets the hash of an invalid token; returns its owner, if known, and why it is invalid. */
  explainRefusal(
    db: Database,
    hash: string,
    now: string,
  ): Promise<{ readonly actor: AuditedActor; readonly reason: string }>;
  /** Commands were cancelled; the caller has the transaction. */
  commandsCancelled(db: Database, count: number): Promise<void>;
  /** What waits for the caller to decide on, and whether they use approvals at all (C15). */
  approvalsFor(context: CallContext): Promise<{ readonly waiting: number | null; readonly approvals: 'yes' | '' }>;
  /** Lets the owner of a contained account in again, and returns the message (S36). */
  readonly letIn: (context: CallContext, account: Account) => Promise<string>;
  /** Audit paths of what only reads. */
  readonly readingPaths: readonly string[];
  readonly batchLists: BatchLists;
  /** Earlier batches are old enough for their data to be deleted. */
  batchesKeptSince(): string;
  /** Earlier outcomes may be deleted (D2). */
  outcomesKeptSince(): string;
  readonly uploadQuotas: UploadQuotas;
  readonly log: Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>;
  /** Work after the answer; the server waits for it before closing, and a failure is an alarm. */
  runInBackground(work: Promise<void>): void;
}

export interface Upload {
  readonly db: Database;
  readonly accountId: number;
  readonly now: Date;
}

export interface UploadQuotas {
  /** Throws BusinessError if a file of so many bytes is too much. */
  admitFile(upload: Upload, bytes: number): Promise<void>;
  /** Like {@link admitFile}, for a list of so many devices. */
  admitList(upload: Upload, devices: number): Promise<void>;
}

/** Which sessions may make a call: `limited` ones have yet to choose a password (S27) or add a factor (S20). */
export type OpenTo = 'full' | 'limited' | 'choosing-a-password' | 'adding-a-factor';

/** Logins at the organisation's identity provider (S21). */
export interface SingleSignOn {
  readonly name: string;
  /** Only superadmins use passwords (S23). */
  readonly isOnlyWay: boolean;
  isLinked(db: Database, accountId: number): Promise<boolean>;
}

/** The core's use of second factors (S15 to S20). */
export interface SecondFactors {
  areUsedBy(role: Role): boolean;
  areRequiredOf(role: Role): boolean;
  accountsWith(db: Database): Promise<ReadonlySet<number>>;
  /** What the right password needs besides; undefined: nothing. Must be in a transaction that holds the account. */
  askAtLogin(context: AnonymousContext, account: Account): Promise<IdentityNeeded | undefined>;
  /** Ends an account's logins that wait for a factor, and its sessions' challenges; returns the number of logins. */
  closeLogins(db: Database, accountId: number): Promise<number>;
  /** Limits a session to adding a factor if its role needs one that its account lacks (S20). */
  requireEnrolled(caller: Pick<CallContext, 'platform' | 'actor'>, openTo: OpenTo): void;
  /** Refuses a call that needs a fresh proof of identity if the last one is too old (S18). */
  requireProof(caller: Pick<CallContext, 'db' | 'platform' | 'actor'>, name: CallName, body: unknown): Promise<void>;
}

/** `email` is what was typed, if the account is unknown. */
export interface AuditedActor {
  readonly accountId: number | null;
  readonly email: string;
  readonly via: 'session' | 'key' | 'anonymous' | 'cli';
}

/** The account that makes a call, from its token alone. */
export interface Actor extends Holder {
  readonly accountId: number;
  readonly email: string;
  readonly via: 'session' | 'key';
  /** A session may make its account's calls, an API key those of its kind (D21, D21b). */
  readonly opens: 'all' | KeyOpens;
  readonly credentialId: number;
  /** The last proof of identity; undefined for a key. */
  readonly authenticatedAt?: string | undefined;
  /** The account has a second factor, and its role uses them. */
  readonly hasFactor: boolean;
  /** Opened with an admin's password that is still valid (S27). */
  readonly hasGivenPassword?: boolean | undefined;
  /** How the identity provider authenticated the holder; undefined: by a password (S29). */
  readonly signedOn?: SignedOn | undefined;
  /** Limits of an API key (K2); undefined: none. */
  readonly bounds?: { readonly commands: readonly string[] | undefined; readonly perMinute: number | undefined };
}

export interface AnonymousContext {
  readonly db: Database;
  readonly platform: Platform;
  readonly transactionId: string;
  readonly address: string;
}

/** `db` is the call's transaction, with its audit row; calls that only read have none. */
export interface CallContext extends AnonymousContext {
  readonly actor: Actor;
  /** E-mail of the second person who approved it (C13). */
  readonly approvedBy?: string | undefined;
  /** Starts background work once the call's writes are committed; dropped if the call is refused. */
  afterCommit(work: (db: Database) => Promise<void>): void;
  /** Adds the former values to the call's audit row: containing the account offers to restore them (S35). */
  changedFrom(before: Before): void;
}

export type Before = Readonly<Record<string, string | readonly number[]>>;

export type BodyFor<Call extends CallDefinition> = v.InferOutput<Call['body']>;
/** By default a success without a message. */
type AnswerFor<Call extends CallDefinition> = Omit<v.InferInput<Call['answer']>, 'status' | 'message'> & {
  readonly status?: string;
  readonly message?: string;
};

export type AnonymousCallName =
  | 'login'
  | 'loginFactor'
  | 'forgotPassword'
  | 'resetPassword'
  | 'acceptInvitation'
  | 'beginSignIn'
  | 'signInByCode';
export type TokenCallName = Exclude<CallName, AnonymousCallName>;

/** Refuses by throwing BusinessError (HTTP 200) or a RequestError. */
export type AnonymousService<Name extends AnonymousCallName> = (
  context: AnonymousContext,
  body: BodyFor<(typeof calls)[Name]>,
) => Promise<AnswerFor<(typeof calls)[Name]>>;

/** For a call with a token, after its access check. A StreamedAnswer is too long to hold whole. */
export type Service<Name extends TokenCallName> = (
  context: CallContext,
  body: BodyFor<(typeof calls)[Name]>,
) => Promise<AnswerFor<(typeof calls)[Name]> | StreamedAnswer>;

/** An answer written while it is read from the database: its JSON text, one piece at a time. */
export class StreamedAnswer {
  readonly message = '';
  readonly text: AsyncIterable<string>;

  constructor(text: AsyncIterable<string>) {
    this.text = text;
  }
}

export const answered = (answer: object) =>
  answer instanceof StreamedAnswer ? answer : { status: 'success', message: '', ...answer };
