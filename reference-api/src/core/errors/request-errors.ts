import { AUTHORIZATION_FAILED, NOT_AUTHORISED, UNAVAILABLE } from '@device-console/shared-lib/contract';

/** An answer other than 200 (D2a). `sealed`: a sealed call seals it; before its envelope is opened it stays plain. */
export abstract class RequestError extends Error {
  abstract readonly statusCode: number;
  readonly sealed: boolean = true;
  /** Besides status and message. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** For the log and the audit, if the answer does not say it. */
  readonly reason: string | undefined;

  constructor(message: string, { fields = {}, headers = {}, reason, ...options }: RefusalOptions = {}) {
    super(message, options);
    this.fields = fields;
    this.headers = headers;
    this.reason = reason;
  }
}

interface RefusalOptions extends ErrorOptions {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly reason?: string;
}

/** 400 in plain JSON: the request is malformed, or its envelope could not be opened. */
export class MalformedRequest extends RequestError {
  override readonly statusCode = 400;
  override readonly sealed = false;
}

/** 401: the session is over (S8). */
export class AuthorizationFailed extends RequestError {
  override readonly statusCode = 401;

  constructor(reason: string = AUTHORIZATION_FAILED) {
    super(AUTHORIZATION_FAILED, { reason });
  }
}

/** 403: the session stays, and the answer carries its current permissions, for the menu (D2a). */
export class NotAuthorised extends RequestError {
  override readonly statusCode = 403;

  constructor(permissions: readonly string[], reason: string) {
    super(NOT_AUTHORISED, { reason, fields: { permissions: permissions.map((name) => ({ permission_name: name })) } });
  }
}

/** 403: first prove your identity again (S18), choose a password (S27), or add a factor (S20). Nothing was done. */
export class ChallengeFirst extends RequestError {
  override readonly statusCode = 403;

  constructor(message: string, challenge: Readonly<Record<string, unknown>>) {
    super(message, { fields: { challenge } });
  }
}

export class NotFound extends RequestError {
  override readonly statusCode = 404;
  override readonly sealed = false;
}

/** 410: it existed, but is no longer kept. */
export class NoLongerKept extends RequestError {
  override readonly statusCode = 410;
  override readonly sealed = false;
}

/** 409: the transactionId was used for another body (D2). */
export class TransactionConflict extends RequestError {
  override readonly statusCode = 409;

  constructor(transactionId: string) {
    super(
      `The transactionId ${transactionId} was used before with another body. Nothing was done; send the changed ` +
        'request with a new id.',
    );
  }
}

/** 409: another run holds the batch (D17b). The answer says whose and where; without `run`, not which. */
export class BatchHeldElsewhere extends RequestError {
  override readonly statusCode = 409;

  constructor({ run, holder, place }: { readonly run?: string; readonly holder: string; readonly place: string }) {
    const fields = { ...(run === undefined ? {} : { run }), holder, place };
    super(`This batch is with ${holder} now (${place}). Nothing was done here.`, { fields });
  }
}

export class TooLarge extends RequestError {
  override readonly statusCode = 413;
  override readonly sealed = false;
}

/** 429: nothing was done; Retry-After gives the seconds to wait. */
class NotNow extends RequestError {
  override readonly statusCode = 429;

  constructor(message: string, retryAfterSeconds: number, options?: RefusalOptions) {
    super(message, { ...options, headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

export class TooManyRequests extends NotNow {
  /** `excess`: attempts beyond the limit. */
  constructor(
    retryAfterSeconds: number,
    readonly excess: number,
  ) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const later = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    super(`Too many attempts. Please try again in ${later}.`, retryAfterSeconds);
  }
}

/** Over a budget, paused, or in need of a second person (C10, C11, C14). `isKept`: the audit keeps this refusal. */
export class SendingHeld extends NotNow {
  constructor(
    message: string,
    held: { readonly reason: 'budget' | 'paused' | 'approval'; readonly retryAfterSeconds: number },
    readonly isKept: boolean,
  ) {
    super(message, held.retryAfterSeconds, { fields: { reason: held.reason } });
  }
}

/** A costly operation is at its limit. Not a 503, which could come from a proxy and leave open whether it was done. */
export class TooBusy extends NotNow {
  constructor(
    what: string,
    override readonly sealed: boolean,
  ) {
    super(`The server is busy with ${what}. Nothing was done; please try again in a few seconds.`, 5);
  }
}

/** 503: the database is out of reach or overloaded. The transaction that met this has sent no COMMIT. */
export class DatabaseAway extends RequestError {
  override readonly statusCode = 503;

  constructor(cause: unknown) {
    super("The server's database is out of reach or overloaded. Nothing was done; please try again in a few seconds.", {
      cause,
      fields: { reason: UNAVAILABLE },
      headers: { 'Retry-After': '5' },
    });
  }
}

/** For work of several transactions: when the database goes away, one of them may already be committed. */
export async function inParts<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    throw new Error('The database went away, and a part may be done.', { cause: error });
  }
}

const audited = new WeakSet<object>();

/** The error is already audited, or must not be. */
export function markAudited<Thrown>(error: Thrown): Thrown {
  if (typeof error === 'object' && error !== null) audited.add(error);
  return error;
}

export function isAudited(error: unknown): boolean {
  return typeof error === 'object' && error !== null && audited.has(error);
}
