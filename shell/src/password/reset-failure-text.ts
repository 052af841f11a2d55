import { ApiError } from '@device-console/shared-lib/api';
import { failureText } from '@device-console/shared-lib/console';

/** What a failed password call says (P1, P2): the server's message after `prefix`, or the text of an exception. */
export function resetFailureText(error: unknown, prefix = ''): string {
  if (error instanceof ApiError && error.kind === 'business') return prefix + error.message;
  return `An error occurred. Please try again. ${failureText(error)}`;
}
