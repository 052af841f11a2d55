import type { CallDefinition, calls, CallName, Holder, Role } from '@device-console/shared-lib/contract';
import type * as v from 'valibot';
import type { Clock } from '../time/clock.ts';
import type { DeviceGateway } from '../gateway/device-gateway.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Capacity } from '../security/capacity.ts';
import type { Passwords } from '../security/passwords.ts';
import type { FailedAttempts } from '../security/failed-attempts.ts';
import type { RefusedTokens } from '../security/refused-tokens.ts';
import type { Tokens } from '../security/tokens.ts';
import type { KeyRules, SessionRules } from '../store/access-rules.ts';
import type { Account } from '../store/accounts.ts';
import type { KeyOpens, SignedOn } from '../store/schema.ts';
import type { IdentityNeeded } from '../errors/expected-errors.ts';
import type { Database } from '../store/store.ts';
import type { BatchLists } from '../batches/batch-lists.ts';

/** What services need besides the database; passed in, so that tests can replace it. Each module adds its own. */
export interface Platform {
  readonly clock: Clock;
  readonly passwords: Passwords;
  /** Makes the tokens of sessions and API keys. */
  readonly tokens: Tokens;
  /** Counted attempts that this server then failed to check. */
  readonly failedAttempts: FailedAttempts;
  /** Counts refused tokens. */
  readonly refusedTokens: RefusedTokens;
  /** Megabytes of large bodies in memory at once. */
  readonly largeBodies: Capacity;
  readonly mailer: Mailer;
  /** How long sessions last, and how many an account has. */
  readonly sessions: SessionRules;
  /** When API keys end. */
  readonly keys: KeyRules;
  /** Days that a password set by an admin is valid (S27). */
  readonly firstPasswordDays: number | null;
  readonly factors: SecondFactors;
  /** Mails reach people, so that these can be invited by mail (U5). */
  readonly mailsPeople: boolean;
  /** Single sign-on, where this console has it (S21). */
  readonly singleSignOn: SingleSignOn | undefined;
  /** The console's address, for links in mails; without a slash at its end. */
  readonly publicUrl: string;
  /** Domains of accounts: all for adding, the first two for editing (D19). */
  readonly emailDomains: readonly string[];
  /** Known only to the servers of this database; marks cursors of reports. */
  readonly cursorKey: string;
  /** Mails reach nobody, so their links are logged too. */
  readonly demo: boolean;
  /** What sends commands, and its rules. */
  readonly commands: CommandRules;
  /** Each deletes what belongs to an account that is closed for good. */
  readonly accountClosed: readonly ((db: Database, accountId: number) => Promise<unknown>)[];
  /** Lets the owner of a contained account in again, and returns what is told (S36). */
  readonly letIn: (context: CallContext, account: Account) => Promise<string>;
  /** Lists of batches that were read lately. */
  readonly batchLists: BatchLists;
  /** When batches are old enough that their data are deleted. */
  batchesKeptSince(): string;
  readonly uploadQuotas: UploadQuotas;
  readonly log: ServiceLog;
  /** Work that goes on after the answer; the server waits for it before it closes, and its failure is an alarm. */
  runInBackground(work: Promise<void>): void;
}

/** Who uploads, and when. */
export interface Upload {
  readonly db: Database;
  readonly accountId: number;
  readonly now: Date;
}

/** Keeps uploads within bounds. */
export interface UploadQuotas {
  /** Throws BusinessError where a file of so many bytes would be too much. */
  admitFile(upload: Upload, bytes: number): Promise<void>;
  /** As {@link admitFile}, for a list of so many devices. */
  admitList(upload: Upload, devices: number): Promise<void>;
}

/** What the core asks of logins at the organisation's identity provider (S21). */
export interface SingleSignOn {
  /** The provider, as operators know it. */
  readonly name: string;
  /** Only superadmins use passwords (S23). */
  readonly isOnlyWay: boolean;
  /** True for an account that has logged in there. */
  isLinked(db: Database, accountId: number): Promise<boolean>;
}

/** What the core needs from second factors (S15 to S20). */
export interface SecondFactors {
  /** True if accounts of a role use them. */
  areUsedBy(role: Role): boolean;
  /** The accounts that have one. */
  accountsWith(db: Database): Promise<ReadonlySet<number>>;
  /**
   * What a login whose password was right is asked for; undefined where it is asked for nothing. Must be in a
   * transaction that holds the account.
   */
  askAtLogin(context: AnonymousContext, account: Account): Promise<IdentityNeeded | undefined>;
  /** Ends the logins of an account that wait for a factor, and what its sessions are asked with; how many logins. */
  closeLogins(db: Database, accountId: number): Promise<number>;
  /** Refuses all but what it takes to a session whose role needs a factor that its account does not have (S20). */
  requireEnrolled(caller: Caller, path: string): void;
  /** Refuses a call that needs a fresh proof of identity if the last one is too old (S18). */
  requireProof(caller: Caller & { readonly db: Database }, name: CallName, body: unknown): Promise<void>;
}

/** The maker of a call. */
interface Caller {
  readonly platform: Platform;
  readonly actor: Actor;
}

interface CommandRules {
  readonly gateway: DeviceGateway;
  /** Random, made with the database and kept by its backups: keys of what is asked for here begin with it. */
  readonly deployment: string;
  /** Milliseconds that a command may wait before it is sent. */
  readonly lifetime: number;
  /** Most commands that are sent in a minute; undefined without a limit. */
  readonly perMinute: number | undefined;
}

interface ServiceLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The account that makes a call, from its token alone. */
export interface Actor extends Holder {
  readonly accountId: number;
  readonly email: string;
  readonly via: 'session' | 'key';
  /** Which calls the credential allows: a session what its account may, an API key what it was made for (D21, D21b). */
  readonly opens: 'all' | KeyOpens;
  /** Id of the session or API key. */
  readonly credentialId: number;
  /** When a session's holder last proved their identity; undefined for a key. */
  readonly authenticatedAt?: string | undefined;
  /** The account has a second factor, and its role uses them. */
  readonly hasFactor: boolean;
  /** A session opened with an admin's password that is still valid (S27). */
  readonly hasGivenPassword?: boolean | undefined;
  /** How the identity provider authenticated the session's holder; undefined: by a password (S29). */
  readonly signedOn?: SignedOn | undefined;
  /** The limits of an API key; undefined for a session. */
  readonly bounds?: KeyBounds | undefined;
}

/** What an API key is bounded to (K2); undefined: not bounded. */
interface KeyBounds {
  /** Ids of the commands that it may send. */
  readonly commands: readonly string[] | undefined;
  /** Most commands that it may send in a minute. */
  readonly perMinute: number | undefined;
}

/** A call before its maker is known. */
export interface AnonymousContext {
  readonly db: Database;
  readonly platform: Platform;
  readonly transactionId: string;
  /** Address of the caller. */
  readonly address: string;
}

/**
 * A call with a token. `db` is the call's transaction, in which its audit row is written too; calls that only read have
 * none.
 */
export interface CallContext extends AnonymousContext {
  readonly actor: Actor;
  /** E-mail of the second person who has approved what the call sends (C13). */
  readonly approvedBy?: string | undefined;
  /** Starts background work once the call's writes are committed; dropped if the call is refused. */
  afterCommit(work: (db: Database) => Promise<void>): void;
  /** Makes the call's audit row keep the former values: containing the account offers to restore them (S35). */
  changedFrom(before: Before): void;
}

/** The former values, by field. */
export type Before = Readonly<Record<string, string | readonly number[]>>;

type BodyFor<Call extends CallDefinition> = v.InferOutput<Call['body']>;
type AnswerFor<Call extends CallDefinition> = v.InferInput<Call['answer']>;

/** The calls without a token. */
export type AnonymousCallName =
  | 'login'
  | 'loginFactor'
  | 'forgotPassword'
  | 'resetPassword'
  | 'acceptInvitation'
  | 'beginSignIn'
  | 'signInByCode';
export type TokenCallName = Exclude<CallName, AnonymousCallName>;

/** Does what a call asks. Refuses by throwing BusinessError (HTTP 200) or a RequestError. */
export type AnonymousService<Name extends AnonymousCallName> = (
  context: AnonymousContext,
  body: BodyFor<(typeof calls)[Name]>,
) => Promise<AnswerFor<(typeof calls)[Name]>>;

/**
 * As {@link AnonymousService}, for a call with a token; access was checked before. What is too long to hold whole is a
 * StreamedAnswer.
 */
export type Service<Name extends TokenCallName> = (
  context: CallContext,
  body: BodyFor<(typeof calls)[Name]>,
) => Promise<AnswerFor<(typeof calls)[Name]> | StreamedAnswer>;

/** The service of each call without a token. */
export type AnonymousServices = { readonly [Name in AnonymousCallName]: AnonymousService<Name> };
/** The service of each call with a token. */
export type Services = { readonly [Name in TokenCallName]: Service<Name> };
/** The answer to a repeated request, for calls whose answer is not stored (D2). */
export type ToldLater = Readonly<Partial<Record<TokenCallName, string>>>;

/**
 * An answer that is written while it is read from the database: its JSON text in pieces. It holds one piece at a time.
 */
export class StreamedAnswer {
  readonly message = '';
  readonly text: AsyncIterable<string>;

  constructor(text: AsyncIterable<string>) {
    this.text = text;
  }
}
