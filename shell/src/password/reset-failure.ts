import { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, type FailureNotice } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** A failure that no call had. */
export const ownFailure = (text: string): FailureNotice => ({ children: text, details: undefined });

/** What a failed password call says (P1, P2): the server's message after `prefix`, or the text of an exception. */
export function resetFailure(error: unknown, prefix = ''): FailureNotice {
  if (error instanceof ApiError && error.kind === 'business') return ownFailure(prefix + error.message);
  const { children, details } = failureNotice(error);
  return { children: t('An error occurred. Please try again. {error}', { error: children }), details };
}
