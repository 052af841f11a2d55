import * as client from 'openid-client';
import { IdentityFailure } from './identity-provider.ts';

/** Returns the provider's error code, such as `access_denied`, if readable: it comes from outside. */
const statedCode = (code: string): string => (/^[\w.-]{1,60}$/.test(code) ? code : 'an unreadable code');

interface ErrorLike {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Errors of Node's own fetch have no class to test for. */
function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === 'object' && error !== null && 'name' in error && 'message' in error;
}

/** Returns the code or kind of a failure for the log, and nothing of what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof client.ResponseBodyError) return statedCode(error.error);
  if (!isErrorLike(error)) return 'unknown';
  const own = typeof error.code === 'string' ? error.code : error.name;
  return isErrorLike(error.cause) ? `${own}: ${reasonOf(error.cause)}` : own;
}

/** True for failures that may be temporary: no connection, no answer, or an answer that is not the expected one. */
function isOutage(error: unknown): boolean {
  if (!isErrorLike(error)) return false;
  const { name, message, code, cause } = error;
  if (name === 'TypeError' && message === 'fetch failed') return true;
  return (
    isOutage(cause) ||
    code === 'OAUTH_TIMEOUT' ||
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    code === 'OAUTH_RESPONSE_IS_NOT_JSON'
  );
}

/** Explains what went wrong with the provider called `name`, for the operator, the audit and the log. */
export function failureOf(name: string, error: unknown): IdentityFailure {
  if (error instanceof client.AuthorizationResponseError)
    return new IdentityFailure(
      `${name} did not log you in. Please try again, or ask your admin.`,
      `the provider answered ${statedCode(error.error)}`,
      false,
      { cause: error },
    );
  if (isOutage(error))
    return new IdentityFailure(
      `${name} could not be reached. Nobody was logged in; please try again in a few minutes.`,
      `the provider could not be asked: ${reasonOf(error)}`,
      true,
      { cause: error },
    );
  return new IdentityFailure(
    `What ${name} said of this login does not hold, so nobody was logged in. Please try again; if it happens again, ` +
      'tell your admin.',
    `the provider's answer does not hold: ${reasonOf(error)}`,
    false,
    { cause: error },
  );
}
