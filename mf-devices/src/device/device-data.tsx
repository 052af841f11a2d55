import type { ReactNode } from 'react';
import { commandDisplayName, type DeviceRow } from '@device-console/shared-lib/contract';
import { formatTime } from '@device-console/shared-lib/console';
import {
  Card,
  DefinitionList,
  Digits,
  StatusBadge,
  type Definition,
  type StatusBadgeProps,
} from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';

/** The states that servers of this kind tell; any other is shown in its own words without a colour of its own. */
const tones: Readonly<Record<string, StatusBadgeProps['tone']>> = {
  ENROLLED: 'success',
  REGISTERED: 'success',
  'RE-REGISTERED': 'success',
  RELEASED: 'warning',
  'DE-ENROLLED': 'danger',
};

function StateBadge({ state }: { readonly state: string }): ReactNode {
  return state === '' ? '–' : <StatusBadge tone={tones[state.toUpperCase()] ?? 'neutral'}>{state}</StatusBadge>;
}

function definitionsOf(device: DeviceRow): readonly Definition[] {
  return [
    { term: messages.imei1, value: <Digits>{device.imei1 || '–'}</Digits> },
    { term: messages.imei2, value: <Digits>{device.imei2 || '–'}</Digits> },
    { term: messages.claimStatus, value: <StateBadge state={device.claimstatus} /> },
    { term: messages.registrationStatus, value: <StateBadge state={device.registrationstatus} /> },
    { term: messages.appVersion, value: device.appversion || '–' },
    { term: messages.appType, value: device.apptype || '–' },
    { term: messages.lastCommand, value: commandDisplayName(device.command) || '–' },
    { term: messages.createdAt, value: formatTime(device.createdat) || '–' },
  ];
}

/** What the server knows of a device; more than one card where several devices answer to its IMEI (L3, R8). */
export function DeviceData({ devices }: { readonly devices: readonly DeviceRow[] }): ReactNode {
  return devices.map((device, index) => (
    <Card key={`${device.imei1} ${index}`} title={messages.device.data(device.imei1)}>
      <DefinitionList items={definitionsOf(device)} isWide />
    </Card>
  ));
}
