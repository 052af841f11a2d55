import type { ReactNode } from 'react';
import type { DeviceAudit, DeviceRow } from '@device-console/shared-lib/contract';
import { formatTime } from '@device-console/shared-lib/console';
import { Card } from '@device-console/shared-lib/ui';
import { DeviceCard } from '@device-console/shared-lib/ui/timeline';
import { t } from '../t.ts';

interface DeviceStateProps {
  readonly imei: string;
  readonly devices: readonly DeviceRow[];
  readonly audit: DeviceAudit | undefined;
}

/** What the server knows of a device; more than one card where several devices answer to its IMEI (L3, R8). */
export function DeviceState({ imei, devices, audit }: DeviceStateProps): ReactNode {
  return devices.map((device, index) => {
    // The audit is that of one IMEI, so it is told of no other device.
    const isIts = device.imei1 === imei || device.imei2 === imei;
    return (
      <Card
        key={`${device.imei1} ${index}`}
        title={devices.length === 1 ? t('State') : t('State of {imei}', { imei: device.imei1 })}
      >
        <DeviceCard device={device} audit={isIts ? audit : undefined} facts={furtherFacts(device)} />
      </Card>
    );
  });
}

function furtherFacts({ apptype, createdat }: DeviceRow): readonly { readonly term: string; readonly value: string }[] {
  return [
    { term: t('App Type'), value: apptype },
    { term: t('Created At'), value: formatTime(createdat) },
  ].filter(({ value }) => value !== '');
}
