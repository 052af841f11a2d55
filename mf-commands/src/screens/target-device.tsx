import { useEffect, type ComponentType, type ReactNode } from 'react';
import { isImei, mayAccess } from '@device-console/shared-lib/contract';
import { failureNotice, useQuery, useSession } from '@device-console/shared-lib/console';
import { Button, Card, Notice, Spinner } from '@device-console/shared-lib/ui';
import styles from './screens.module.css';
import { t } from '../t.ts';

/** Fetched when the form is there, so that the form does not wait for it. */
const loadDevice = async () => (await import('./looked-up-device.tsx')).LookedUpDevice;

type DeviceView = ComponentType<{ readonly imei: string }>;

interface TargetDeviceProps {
  readonly imei: string;
  /** Fetches what shows a device; the same function each time. */
  readonly load?: () => Promise<DeviceView>;
}

/** The device that a form is about to meet, for operators who may look devices up (L1, L3, N5). */
export function TargetDevice({ imei, load = loadDevice }: TargetDeviceProps): ReactNode {
  const session = useSession();
  if (!mayAccess(session, { permission: 'Device Details' })) return null;
  return (
    <div className={styles['device']}>
      <Card title={t('The device')}>
        <Device imei={imei} load={load} />
      </Card>
    </div>
  );
}

function Device({ imei, load }: Required<TargetDeviceProps>): ReactNode {
  const { state, ask } = useQuery<undefined, DeviceView>(load);
  useEffect(() => ask(undefined), [ask]);
  const LookedUpDevice = state.last;
  if (!isImei(imei)) return <p className={styles['hint']}>{t('Enter an IMEI to see its device here.')}</p>;
  if (state.status === 'failed')
    return (
      <Notice
        tone="warning"
        title={t('The device could not be looked up. You can send the command all the same.')}
        actions={
          <Button size="small" onPress={() => ask(undefined)}>
            {t('Retry')}
          </Button>
        }
        {...failureNotice(state.error)}
      />
    );
  return (
    <div className={styles['looked']}>
      {LookedUpDevice ? <LookedUpDevice key={imei} imei={imei} /> : <Spinner label={t('Looking up the device')} />}
    </div>
  );
}
