/** Why a server holds a command back: a budget, a paused account, or a second person to decide (C10 to C14). */
export type HoldReason = 'budget' | 'paused' | 'approval';

/**
 * What went wrong with a call. `authorization`: the session is over (S8). `forbidden`: the right is missing (D2a).
 * `business`: the server understood and said no. `throttled`: too many requests. `conflict`: the transactionId was used
 * for another body (D2). `unreadable`: the answer could not be opened or does not fit its schema (W5).
 * `invalid-request`: the body does not fit the contract, found here or by the server.
 */
export type ApiFailureKind =
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'authorization'
  | 'forbidden'
  | 'business'
  | 'throttled'
  | 'server'
  | 'conflict'
  | 'unreadable'
  | 'invalid-request';

/** May the server have acted? `not-sent`: nothing left; `refused`: it said no; `unknown`: maybe (D11, D12). */
export type ApiOutcome = 'not-sent' | 'refused' | 'unknown';

/** The fields of an {@link ApiError}. */
export interface ApiErrorFields {
  readonly kind: ApiFailureKind;
  readonly message: string;
  /** Path of the call, as the contract has it (W5). */
  readonly callPath: string;
  /** Reuse it to repeat the call (D2). */
  readonly transactionId: string;
  readonly outcome: ApiOutcome;
  readonly httpStatus?: number | undefined;
  /** The server's own sentence, if it gave one; `message` is then the same text. */
  readonly serverMessage?: string | undefined;
  /** From Retry-After, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
  /** Why the server holds the command back (C10 to C14). */
  readonly reason?: HoldReason | undefined;
  /** The operator's current permissions, as a 403 carries them (D2a). */
  readonly permissions?: readonly string[] | undefined;
  /** What a refusal requires before a repetition succeeds; read by `readChallenge` (S17, S18, S20). */
  readonly challenge?: unknown;
  readonly cause?: unknown;
}

/** The one error of the API client (W5, C7). Its message is the server's, else names the call and what to do. */
export class ApiError extends Error {
  readonly kind: ApiFailureKind;
  readonly callPath: string;
  readonly transactionId: string;
  readonly outcome: ApiOutcome;
  readonly httpStatus: number | undefined;
  readonly serverMessage: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly reason: HoldReason | undefined;
  readonly permissions: readonly string[] | undefined;
  readonly challenge: unknown;

  constructor(fields: ApiErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'ApiError';
    this.kind = fields.kind;
    this.callPath = fields.callPath;
    this.transactionId = fields.transactionId;
    this.outcome = fields.outcome;
    this.httpStatus = fields.httpStatus;
    this.serverMessage = fields.serverMessage;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.reason = fields.reason;
    this.permissions = fields.permissions;
    this.challenge = fields.challenge;
  }
}

/** Shown when a call needs a session and there is none (L6). */
export const NO_SESSION_TEXT = 'User session not found';
