import type { ReactNode } from 'react';
import { hasValidCheckDigit } from '@device-console/shared-lib/contract';
import { failureNotice } from '@device-console/shared-lib/console';
import { Button, Imei, Notice, Spinner } from '@device-console/shared-lib/ui';
import { DeviceCard } from '@device-console/shared-lib/ui/timeline';
import styles from './search-dialog.module.css';
import type { FoundDevice } from './use-found-device.ts';
import { t } from '../t.ts';

interface DeviceResultProps {
  readonly imei: string;
  readonly device: FoundDevice;
  readonly onRetry: () => void;
}

/** The device of an IMEI in the search field (L1, L3). */
export function DeviceResult({ imei, device, onRetry }: DeviceResultProps): ReactNode {
  return (
    <div className={styles['device']}>
      <Looked imei={imei} device={device} onRetry={onRetry} />
      {!hasValidCheckDigit(imei) && (
        <p className={styles['warning']}>
          {t('The check digit is wrong. Compare this IMEI with the device before you continue.')}
        </p>
      )}
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
          <p className={styles['muted']}>
            {t('You may send commands to it. Its details need the permission Device Details.')}
          </p>
        </>
      );
    case 'loading':
      return <Spinner label={t('Looking the device up')} />;
    case 'failed':
      return (
        <Notice
          tone="danger"
          title={t('The device could not be looked up')}
          actions={
            <Button size="small" onPress={onRetry}>
              {t('Try again')}
            </Button>
          }
          {...failureNotice(device.error)}
        />
      );
    case 'missing':
      return (
        <Notice tone="info" announce="off" title={t('No results found')}>
          {t('The server knows no device with IMEI {imei}, and would refuse a command to it.', { imei })}
        </Notice>
      );
    case 'found':
      return device.devices.map((row, index) => (
        <DeviceCard key={`${row.imei1} ${index}`} device={row} audit={index === 0 ? device.audit : undefined} />
      ));
  }
}
