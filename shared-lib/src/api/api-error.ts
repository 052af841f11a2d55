/**
 * Why a server did nothing for now: a budget, a paused account, a second person to decide (C10 to C14), or a database
 * out of reach (D2a).
 */
export type HoldReason = 'budget' | 'paused' | 'approval' | 'unavailable';

/**
 * What went wrong with a call. `authorization`: the session is over (S8). `forbidden`: the right is missing (D2a).
 * `business`: the server understood and said no. `throttled`: the server did nothing, for now. `conflict`: the
 * transactionId was used for another body (D2). `unreadable`: the answer could not be opened or does not fit its schema
 * (W5). `foreign`: it is not the server's, but a proxy's or that of a network's sign-in page; it says nothing about the
 * call (D2a). `invalid-request`: the body does not fit the contract, found here or by the server.
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
  | 'foreign'
  | 'invalid-request';

/** May the server have acted? `not-sent`: nothing left; `refused`: it said no; `unknown`: maybe (D11, D12). */
export type ApiOutcome = 'not-sent' | 'refused' | 'unknown';

/** The one error of the API client (W5, C7). Its message is the server's, else names the call and what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  declare readonly kind: ApiFailureKind;
  /** Path of the call, as the contract has it (W5). */
  declare readonly callPath: string;
  /** Reuse it to repeat the call (D2). */
  declare readonly transactionId: string;
  declare readonly outcome: ApiOutcome;
  declare readonly httpStatus?: number | undefined;
  /** The server's own sentence, if the answer is surely its own and has one; `message` is then the same text. */
  declare readonly serverMessage?: string | undefined;
  /** From Retry-After, in seconds. */
  declare readonly retryAfterSeconds?: number | undefined;
  /** Why the server did nothing for now (C10 to C14, D2a). */
  declare readonly reason?: HoldReason | undefined;
  /** The operator's current permissions, as a 403 carries them (D2a). */
  declare readonly permissions?: readonly string[] | undefined;
  /** What a refusal requires before a repetition succeeds; read by `readChallenge` (S17, S18, S20). */
  declare readonly challenge?: unknown;
  /** The field that was refused, such as email, if the server says so; show the message there too. */
  declare readonly field?: string | undefined;

  constructor({ message, cause, ...fields }: ApiErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, fields);
  }
}

/** The fields of an {@link ApiError}. */
export type ApiErrorFields = Omit<ApiError, 'name' | 'stack'>;

/** Shown when a call needs a session and there is none (L6). */
export const NO_SESSION_TEXT = 'User session not found';
