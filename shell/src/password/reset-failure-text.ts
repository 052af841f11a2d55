import { ApiError } from '@device-console/shared-lib/api';
import { failureText } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** What a failed password call says (P1, P2): the server's message after `prefix`, or the text of an exception. */
export function resetFailureText(error: unknown, prefix = ''): string {
  if (error instanceof ApiError && error.kind === 'business') return prefix + error.message;
  return t('An error occurred. Please try again. {error}', { error: failureText(error) });
}
