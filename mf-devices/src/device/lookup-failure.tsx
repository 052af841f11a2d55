import type { ReactNode } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { failureNotice } from '@device-console/shared-lib/console';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

interface LookupFailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** A refusal looks different from an unreachable server (L1, W5). */
export function LookupFailure({ error, onRetry }: LookupFailureProps): ReactNode {
  const isRefused =
    error instanceof ApiError &&
    error.outcome === 'refused' &&
    (error.kind === 'business' || error.kind === 'forbidden');
  const { children, details } = failureNotice(error);
  return (
    <Notice
      tone={isRefused ? 'warning' : 'danger'}
      title={t('Cannot fetch the data now, please try again')}
      details={details}
      actions={<Button onPress={onRetry}>{t('Retry')}</Button>}
    >
      <p>{children}</p>
      {isRefused && (
        <p>{t('The server was reached and refused this IMEI. Trying again helps only once that has changed.')}</p>
      )}
    </Notice>
  );
}
