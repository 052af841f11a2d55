import { useEffect, type ReactNode } from 'react';
import { isImei, mayAccess } from '@device-console/shared-lib/contract';
import { failureNotice, useDeviceRecord, useSession } from '@device-console/shared-lib/console';
import { Button, Card, Notice, Spinner } from '@device-console/shared-lib/ui';
import { DeviceCard } from '@device-console/shared-lib/ui/timeline';
import { screenMessages as texts } from './screen-messages.ts';
import styles from './screens.module.css';

/** The device that a form is about to meet, for operators who may look devices up (L1, L3, N5). */
export function TargetDevice({ imei }: { readonly imei: string }): ReactNode {
  const session = useSession();
  if (!mayAccess(session, { permission: 'Device Details' })) return null;
  return (
    <div className={styles['device']}>
      <Card title={texts.device}>
        {isImei(imei) ? (
          <div className={styles['looked']}>
            <Looked key={imei} imei={imei} />
          </div>
        ) : (
          <p className={styles['hint']}>{texts.hint}</p>
        )}
      </Card>
    </div>
  );
}

function Looked({ imei }: { readonly imei: string }): ReactNode {
  const { state, ask } = useDeviceRecord();
  useEffect(() => ask(imei), [ask, imei]);
  const again = (label: string): ReactNode => (
    <Button size="small" isPending={state.status === 'loading'} onPress={() => ask(imei)}>
      {label}
    </Button>
  );
  if (state.status === 'failed')
    return <Notice tone="warning" title={texts.failed} actions={again(texts.retry)} {...failureNotice(state.error)} />;
  if (state.last === null) return <Spinner label={texts.looking} />;
  const {
    devices: [device],
    audit,
  } = state.last;
  if (device === undefined) return <Notice tone="warning">{texts.unknown(imei)}</Notice>;
  return <DeviceCard device={device} audit={audit} actions={again(texts.refresh)} />;
}
