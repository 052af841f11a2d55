import type { ReactNode } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { failureNotice } from '@device-console/shared-lib/console';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';

interface LookupFailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/**
 * Why a device could not be looked up (L1, W5). That the server refused it looks different from a server that could not
 * be asked.
 */
export function LookupFailure({ error, onRetry }: LookupFailureProps): ReactNode {
  const isRefused =
    error instanceof ApiError &&
    error.outcome === 'refused' &&
    (error.kind === 'business' || error.kind === 'forbidden');
  const { children, details } = failureNotice(error);
  return (
    <Notice
      tone={isRefused ? 'warning' : 'danger'}
      title={messages.fetchFailed}
      details={details}
      actions={<Button onPress={onRetry}>{messages.retry}</Button>}
    >
      <p>{children}</p>
      {isRefused && <p>{messages.refusedHelp}</p>}
    </Notice>
  );
}
