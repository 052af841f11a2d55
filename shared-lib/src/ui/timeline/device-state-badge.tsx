import { type DeviceState, deviceStates } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';
import { StatusBadge, type StatusBadgeProps } from '../badge/status-badge.tsx';
import { LineIcon, type LineIconName } from '../icons/line-icon.tsx';

/** Titles of the contract's states of devices (D40e). */
export const deviceStateTitles: Readonly<Record<DeviceState, string>> = {
  LOCKED: t('Locked'),
  UNLOCKED: t('Unlocked'),
  'NO LOCK': t('No lock on record'),
  'DE-ENROLLED': t('De-enrolled'),
  RELEASED: t('Released'),
};

const looks: Readonly<Record<DeviceState, { readonly tone: StatusBadgeProps['tone']; readonly icon: LineIconName }>> = {
  LOCKED: { tone: 'warning', icon: 'lock' },
  UNLOCKED: { tone: 'success', icon: 'unlock' },
  'NO LOCK': { tone: 'neutral', icon: 'device' },
  'DE-ENROLLED': { tone: 'neutral', icon: 'formatted' },
  RELEASED: { tone: 'neutral', icon: 'release' },
};

/** True for a state of the contract. */
export const isDeviceState = (word: string): word is DeviceState => deviceStates.some((state) => state === word);

/** A device's state by the server's word, '' for nothing; a word that is not the contract's as it came. */
export function DeviceStateBadge({ state }: { readonly state: string }) {
  if (!isDeviceState(state)) return state;
  const { tone, icon } = looks[state];
  return (
    <StatusBadge tone={tone} icon={<LineIcon name={icon} size={14} />}>
      {deviceStateTitles[state]}
    </StatusBadge>
  );
}
