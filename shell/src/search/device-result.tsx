import { useState, type ReactNode } from 'react';
import { type CommandId, hasValidCheckDigit, mayAccess } from '@device-console/shared-lib/contract';
import { failureNotice, useSession } from '@device-console/shared-lib/console';
import { Button, Imei, Notice, Spinner } from '@device-console/shared-lib/ui';
import { DeviceCard, deviceSummary, likelyCommands } from '@device-console/shared-lib/ui/timeline';
import { type DeviceRecord, useDevice } from '@device-console/shared-lib/records';
import styles from './search-dialog.module.css';
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
      <LookedUpDevice imei={imei} device={device} onRetry={onRetry} />
      {!hasValidCheckDigit(imei) && (
        <p className={styles['warning']}>
          {t('The check digit is wrong. Compare this IMEI with the device before you continue.')}
        </p>
      )}
    </div>
  );
}

function LookedUpDevice({ imei, device, onRetry }: DeviceResultProps): ReactNode {
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

/** Only `found` means that the server knows the device. */
export type FoundDevice =
  | { readonly status: 'none' }
  /** The operator may not look up devices. */
  | { readonly status: 'closed' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: Error }
  | { readonly status: 'missing' }
  | ({ readonly status: 'found' } & Pick<DeviceRecord, 'devices' | 'audit'>);

/**
 * Looks a device up once there is an IMEI, with its audit if the operator may see it (L1, A1). Waits for both, as the
 * device's state depends on both; without the audit it says less.
 */
export function useFoundDevice(imei: string | null): { readonly device: FoundDevice; readonly refresh: () => void } {
  const mayLookUp = mayAccess(useSession(), { permission: 'Device Details' });
  const { record, ask: refresh } = useDevice(mayLookUp ? imei : null);
  // The order of the commands depends on the device: an earlier answer would move them under the operator's hand.
  const [read, setRead] = useState<string | null>(null);
  if (record.status === 'ready' && read !== imei) setRead(imei);
  if (imei === null) return { device: { status: 'none' }, refresh };
  if (!mayLookUp) return { device: { status: 'closed' }, refresh };
  if (record.status === 'failed') return { device: { status: 'failed', error: record.error }, refresh };
  if (record.last === null || (record.status === 'loading' && read !== imei))
    return { device: { status: 'loading' }, refresh };
  const { devices, audit } = record.last;
  return { device: devices.length === 0 ? { status: 'missing' } : { status: 'found', devices, audit }, refresh };
}

/** Most likely first. */
export function likelyFor(device: FoundDevice): readonly CommandId[] {
  if (device.status !== 'found') return ['lock', 'unlock'];
  const [row] = device.devices;
  if (!row) return [];
  if (device.audit || row.state !== '') return [...likelyCommands(deviceSummary(row, device.audit)), 'lock', 'unlock'];
  return row.command.trim().toUpperCase() === 'LOCK' ? ['unlock', 'lock'] : ['lock', 'unlock'];
}
