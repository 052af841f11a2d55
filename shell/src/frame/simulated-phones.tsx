import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { SIMULATOR_GATEWAY } from '@device-console/shared-lib/contract';
import { HiddenText, StatusBadge } from '@device-console/shared-lib/ui';
import { deviceGatewayAtom } from '../common/device-gateway.ts';
import styles from './simulated-phones.module.css';
import { t } from '../t.ts';

/** Shown while the API only simulates phones: nothing reaches one. */
export function SimulatedPhones(): ReactNode {
  const gateway = useAtomValue(deviceGatewayAtom);
  if (gateway !== SIMULATOR_GATEWAY) return null;
  return (
    <span className={styles['whole']} title={t('Commands reach no phone here: the server only simulates the phones.')}>
      <span className={styles['long']}>
        <StatusBadge tone="warning">{t('Simulated phones')}</StatusBadge>
      </span>
      <span className={styles['short']} aria-hidden="true">
        <StatusBadge tone="warning">{t('Simulated')}</StatusBadge>
      </span>
      <HiddenText>{t('Commands reach no phone here: the server only simulates the phones.')}</HiddenText>
    </span>
  );
}
