import { isAuthorizationFailure, NOT_AUTHORISED } from '../contract/index.ts';
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

interface HttpFailure {
  readonly kind: ApiFailureKind;
  readonly outcome: ApiOutcome;
  readonly advice: string;
}

/** Seconds until Retry-After, which is a number or a date; undefined if absent or unreadable. */
function retryAfterSeconds(headers: ApiResponse['headers'], now: number): number | undefined {
  const text = headers.get('Retry-After')?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function httpFailureOf(status: number, afterUnknown: string): HttpFailure {
  if (status === 401) return { kind: 'authorization', outcome: 'refused', advice: 'log in again' };
  if (status === 403) return { kind: 'forbidden', outcome: 'refused', advice: 'ask your admin for the permission' };
  if (status === 408) return { kind: 'timeout', outcome: 'unknown', advice: afterUnknown };
  if (status === 409)
    return {
      kind: 'conflict',
      outcome: 'refused',
      advice: 'its transaction id was used for something else; send it as a new one',
    };
  if (status === 429) return { kind: 'throttled', outcome: 'refused', advice: 'wait a moment and try again' };
  if (status >= 500) return { kind: 'server', outcome: 'unknown', advice: afterUnknown };
  if (status === 404)
    return {
      kind: 'invalid-request',
      outcome: 'refused',
      advice: 'the call does not exist there; check apiBase in config.json',
    };
  return { kind: 'invalid-request', outcome: 'refused', advice: 'check that console and server fit together' };
}

/** The error of an answer whose text says that the session is over or a right is missing; else null (S8, D2a). */
export function errorByMessage(context: CallContext, facts: AnswerFacts, httpStatus: number): ApiError | null {
  const { message, permissions } = facts;
  const fields = { ...context, message, serverMessage: message, httpStatus, outcome: 'refused' } as const;
  if (isAuthorizationFailure(message)) return new ApiError({ ...fields, kind: 'authorization' });
  if (message === NOT_AUTHORISED) return new ApiError({ ...fields, kind: 'forbidden', permissions });
  return null;
}

/** The error of an answer outside HTTP 2xx (D2a). 401 without a token is a plain refusal, such as of a login. */
export function errorByHttpStatus(
  context: CallContext,
  facts: AnswerFacts,
  response: ApiResponse,
  withToken: boolean,
): ApiError {
  const { kind, outcome, advice } = httpFailureOf(response.status, adviceAfterUnknown(context));
  const own = `${context.callPath}: the server answered HTTP ${response.status}; ${advice}.`;
  return new ApiError({
    ...context,
    kind: kind === 'authorization' && !withToken ? 'business' : kind,
    outcome,
    message: facts.message || own,
    serverMessage: facts.message || undefined,
    httpStatus: response.status,
    retryAfterSeconds: retryAfterSeconds(response.headers, Date.now()),
    reason: facts.reason,
    permissions: kind === 'forbidden' ? facts.permissions : undefined,
    challenge: facts.challenge,
  });
}

/** The error of an answer that says `error` (C7, D2a). */
export function businessError(context: CallContext, facts: AnswerFacts, httpStatus: number): ApiError {
  const message =
    facts.message || `${context.callPath}: the server refused this without saying why; try again, or ask your admin.`;
  return new ApiError({
    ...context,
    kind: 'business',
    outcome: 'refused',
    message,
    serverMessage: facts.message || undefined,
    reason: facts.reason,
    httpStatus,
    challenge: facts.challenge,
  });
}

/** The error of an answer that cannot be read (W5). */
export function unreadableError(context: CallContext, why: string, httpStatus: number, cause?: unknown): ApiError {
  const message = `${context.callPath}: the answer could not be read (${why}); ${adviceAfterUnknown(context)}.`;
  return new ApiError({ ...context, kind: 'unreadable', outcome: 'unknown', message, httpStatus, cause });
}
