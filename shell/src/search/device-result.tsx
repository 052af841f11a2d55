import type { ReactNode } from 'react';
import { hasValidCheckDigit } from '@device-console/shared-lib/contract';
import { failureNotice } from '@device-console/shared-lib/console';
import { Button, Imei, Notice, Spinner } from '@device-console/shared-lib/ui';
import { DeviceCard } from '@device-console/shared-lib/ui/timeline';
import { messages } from './search-messages.ts';
import styles from './search-dialog.module.css';
import type { FoundDevice } from './use-found-device.ts';

interface DeviceResultProps {
  readonly imei: string;
  readonly device: FoundDevice;
  readonly onRetry: () => void;
}

/** The device of an IMEI that stands in the search (L1, L3). */
export function DeviceResult({ imei, device, onRetry }: DeviceResultProps): ReactNode {
  return (
    <div className={styles['device']}>
      <Looked imei={imei} device={device} onRetry={onRetry} />
      {!hasValidCheckDigit(imei) && <p className={styles['warning']}>{messages.checkDigit}</p>}
    </div>
  );
}

function Looked({ imei, device, onRetry }: DeviceResultProps): ReactNode {
  switch (device.status) {
    case 'none':
      return null;
    case 'closed':
      return (
        <>
          <p className={styles['subject']}>
            <Imei imei={imei} canCopy />
          </p>
          <p className={styles['muted']}>{messages.mayNotLookHelp}</p>
        </>
      );
    case 'loading':
      return <Spinner label={messages.lookingUp} />;
    case 'failed':
      return (
        <Notice
          tone="danger"
          title={messages.lookupFailed}
          actions={
            <Button size="small" onPress={onRetry}>
              {messages.retry}
            </Button>
          }
          {...failureNotice(device.error)}
        />
      );
    case 'missing':
      return (
        <Notice tone="info" announce="off" title={messages.notFound}>
          {messages.notFoundHelp(imei)}
        </Notice>
      );
    case 'found':
      return device.devices.map((row, index) => (
        <DeviceCard key={`${row.imei1} ${index}`} device={row} audit={index === 0 ? device.audit : undefined} />
      ));
  }
}
