import type { ReactNode } from 'react';
import { failureNotice } from '@device-console/shared-lib/console';
import type { DeviceAudit } from '@device-console/shared-lib/contract';
import type { QueryState } from '@device-console/shared-lib/console';
import { Button, Card, Notice, Spinner } from '@device-console/shared-lib/ui';
import { DeviceTimeline } from '@device-console/shared-lib/ui/timeline';
import { messages } from '../messages.ts';

const texts = messages.device;

interface DeviceHistoryProps {
  readonly imei: string;
  readonly audit: QueryState<DeviceAudit>;
  readonly onRetry: () => void;
}

/** What happened to a device, moment by moment (A2). */
export function DeviceHistory({ imei, audit, onRetry }: DeviceHistoryProps): ReactNode {
  return (
    <Card title={texts.history}>
      {audit.status === 'loading' && audit.last === null && <Spinner label={texts.fetchingHistory} />}
      {audit.status === 'failed' && (
        <Notice
          tone="danger"
          title={texts.historyFailed}
          actions={<Button onPress={onRetry}>{messages.retry}</Button>}
          {...failureNotice(audit.error)}
        />
      )}
      {audit.last && <DeviceTimeline audit={audit.last} imei={imei} isStateElsewhere />}
    </Card>
  );
}
