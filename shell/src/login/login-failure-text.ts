import { ApiError } from '@device-console/shared-lib/api';

/**
 * What a failed login says: the server's message, or the specification's text when the server could not be reached
 * (S7).
 */
export function loginFailureText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  return error.kind === 'network' || error.kind === 'timeout' ? 'Please try after sometime' : error.message;
}
