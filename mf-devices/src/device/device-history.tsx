import type { ReactNode } from 'react';
import { failureNotice } from '@device-console/shared-lib/console';
import type { DeviceAudit } from '@device-console/shared-lib/contract';
import type { QueryState } from '@device-console/shared-lib/console';
import { Button, Card, Notice, Spinner } from '@device-console/shared-lib/ui';
import { DeviceTimeline } from '@device-console/shared-lib/ui/timeline';
import { t } from '../t.ts';

interface DeviceHistoryProps {
  readonly imei: string;
  readonly audit: QueryState<DeviceAudit>;
  readonly onRetry: () => void;
}

/** What happened to a device, moment by moment (A2). */
export function DeviceHistory({ imei, audit, onRetry }: DeviceHistoryProps): ReactNode {
  return (
    <Card title={t('History')}>
      {audit.status === 'loading' && audit.last === null && <Spinner label={t('Fetching the history')} />}
      {audit.status === 'failed' && (
        <Notice
          tone="danger"
          title={t('Cannot fetch the data now, please try again.')}
          actions={<Button onPress={onRetry}>{t('Retry')}</Button>}
          {...failureNotice(audit.error)}
        />
      )}
      {audit.last && <DeviceTimeline audit={audit.last} imei={imei} isStateElsewhere />}
    </Card>
  );
}
