import type { ReactNode } from 'react';
import type { DeviceRow } from '@device-console/shared-lib/contract';
import { Notice, StatusBadge } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { deviceStanding } from '@device-console/shared-lib/ui/timeline';
import { t } from '../t.ts';

const looks = {
  enrolled: { tone: 'success', icon: 'device' },
  released: { tone: 'warning', icon: 'release' },
  'de-enrolled': { tone: 'neutral', icon: 'formatted' },
} as const;

/** The server's word, with an icon if its meaning is known (L3, D1a). */
export function ClaimStatus({ device }: { readonly device: DeviceRow }): ReactNode {
  const { enrolment } = deviceStanding(device);
  if (enrolment === 'unknown' || device.claimstatus === '') return device.claimstatus;
  const { tone, icon } = looks[enrolment];
  return (
    <StatusBadge tone={tone} icon={<LineIcon name={icon} size={14} />}>
      {device.claimstatus}
    </StatusBadge>
  );
}

/** Shown if the device accepts no more commands (L3). */
export function EnrolmentNotice({ devices }: { readonly devices: readonly DeviceRow[] }): ReactNode {
  const [device, ...others] = devices;
  if (!device || others.length > 0) return null;
  const { enrolment } = deviceStanding(device);
  if (enrolment !== 'released' && enrolment !== 'de-enrolled') return null;
  return (
    <Notice tone={enrolment === 'released' ? 'warning' : 'info'} announce="status">
      {enrolment === 'released'
        ? t('This device is released. It takes no more commands.')
        : t('This device is de-enrolled. It takes no commands until it is enrolled again.')}
    </Notice>
  );
}
