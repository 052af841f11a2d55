import { isAuthorizationFailure, NOT_AUTHORISED, UNAVAILABLE } from '../contract/index.ts';
import type { AnswerFacts } from './dialect.ts';
import { ApiError, type ApiFailureKind, type ApiOutcome } from './api-error.ts';
import type { ApiResponse } from './client-types.ts';

/** What every error about a call must name. */
export interface CallContext {
  readonly callPath: string;
  readonly transactionId: string;
  /** The call must not be done twice (D2). */
  readonly once: boolean;
}

/** What to do after an unknown outcome (D12). */
export function adviceAfterUnknown(context: CallContext): string {
  return context.once ? 'check whether it was done, then try again' : 'try again';
}

/** Seconds until Retry-After, which is a number or a date; undefined if absent or unreadable. */
function retryAfterSeconds(headers: ApiResponse['headers'], now: number): number | undefined {
  const text = headers.get('Retry-After')?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** What an HTTP status means (D2a). Without an advice: what to do after an unknown outcome. */
type HttpFailure = readonly [kind: ApiFailureKind, outcome: ApiOutcome, advice?: string];

const httpFailures: Readonly<Record<number, HttpFailure>> = {
  401: ['authorization', 'refused', 'log in again'],
  403: ['forbidden', 'refused', 'ask your admin for the permission'],
  404: ['invalid-request', 'refused', 'the call does not exist there; check apiBase in config.json'],
  408: ['timeout', 'unknown'],
  409: ['conflict', 'refused', 'its transaction id was used for something else; send it as a new one'],
  429: ['throttled', 'refused', 'wait a moment and try again'],
};

/** A proxy that answers with these does not pass the call on, or waited in vain: they mean the same from anybody. */
const sameFromAnybody: ReadonlySet<number> = new Set([408, 413, 429]);

/** The answer of a network that wants a login first. */
const NETWORK_AUTHENTICATION = 511;

/** Whether this status means nothing unless the answer is surely the server's. A proxy's 5xx tells of the server. */
export const isForeignUnlessOwn = (status: number): boolean =>
  status === NETWORK_AUTHENTICATION || (status < 500 && !sameFromAnybody.has(status));

/**
 * Whether a plain answer outside HTTP 2xx has the contract's form, as what is refused before the body is read (D2a).
 * Many a proxy answers 401 or 403 in such JSON, so there the words count too: {@link errorByMessage} goes first.
 */
export function isPlainRefusal({ status, message, challenge }: AnswerFacts, http: number, withToken: boolean): boolean {
  if (status !== 'error' || message === '') return false;
  if (http === 403) return challenge !== undefined;
  return http !== 401 || !withToken;
}

/** A 503 may come from a proxy in between: only the server's own reason says that nothing was done. */
function httpFailureOf(status: number, reason: AnswerFacts['reason']): HttpFailure {
  if (status === 503 && reason === UNAVAILABLE) return ['throttled', 'refused', 'wait a moment and try again'];
  if (status >= 500) return ['server', 'unknown'];
  return httpFailures[status] ?? ['invalid-request', 'refused', 'check that console and server fit together'];
}

/** The error of an answer whose text says that the session is over or a right is missing; else null (S8, D2a). */
export function errorByMessage(context: CallContext, facts: AnswerFacts, httpStatus: number): ApiError | null {
  const { message, permissions } = facts;
  const fields = { ...context, message, serverMessage: message, httpStatus, outcome: 'refused' } as const;
  if (isAuthorizationFailure(message)) return new ApiError({ ...fields, kind: 'authorization' });
  if (message === NOT_AUTHORISED) return new ApiError({ ...fields, kind: 'forbidden', permissions });
  return null;
}

/** What every error of an answer has that is neither good nor unreadable. */
const refusalOf = (context: CallContext, { message, reason, challenge, field }: AnswerFacts, httpStatus: number) => ({
  ...context,
  httpStatus,
  serverMessage: message || undefined,
  reason,
  challenge,
  field,
});

/** The error of an answer outside HTTP 2xx (D2a). 401 without a token is a plain refusal, such as of a login. */
export function errorByHttpStatus(
  context: CallContext,
  facts: AnswerFacts,
  { status, headers }: ApiResponse,
  withToken: boolean,
): ApiError {
  const [kind, outcome, advice = adviceAfterUnknown(context)] = httpFailureOf(status, facts.reason);
  return new ApiError({
    ...refusalOf(context, facts, status),
    kind: kind === 'authorization' && !withToken ? 'business' : kind,
    outcome,
    message: facts.message || `${context.callPath}: the server answered HTTP ${status}; ${advice}.`,
    retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
    permissions: kind === 'forbidden' ? facts.permissions : undefined,
  });
}

/** The error of an answer that says `error` (C7, D2a). */
export function businessError(context: CallContext, facts: AnswerFacts, httpStatus: number): ApiError {
  const message =
    facts.message || `${context.callPath}: the server refused this without saying why; try again, or ask your admin.`;
  return new ApiError({ ...refusalOf(context, facts, httpStatus), kind: 'business', outcome: 'refused', message });
}

/** The error of an answer that cannot be read (W5). */
export function unreadableError(context: CallContext, why: string, httpStatus: number, cause?: unknown): ApiError {
  const message = `${context.callPath}: the answer could not be read (${why}); ${adviceAfterUnknown(context)}.`;
  return new ApiError({ ...context, kind: 'unreadable', outcome: 'unknown', message, httpStatus, cause });
}

/** The error of an answer that is not the server's. */
export function foreignError(context: CallContext, httpStatus: number): ApiError {
  const elsewhere = httpStatus === 404 ? ', or apiBase in config.json is wrong' : '';
  const message =
    `${context.callPath}: HTTP ${httpStatus} did not come from the server, but from a proxy or a network's sign-in ` +
    `page${elsewhere}; it is not known whether the server got the call; ${adviceAfterUnknown(context)}.`;
  return new ApiError({ ...context, kind: 'foreign', outcome: 'unknown', message, httpStatus });
}
