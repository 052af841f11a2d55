import { useEffect, type ReactNode } from 'react';
import { failureNotice, useDeviceRecord } from '@device-console/shared-lib/console';
import { Button, Notice, Spinner } from '@device-console/shared-lib/ui';
import { DeviceCard } from '@device-console/shared-lib/ui/timeline';
import { t } from '../t.ts';

/** The device of a complete IMEI, looked up anew for each (L1, L3, A2). */
export function LookedUpDevice({ imei }: { readonly imei: string }): ReactNode {
  const { state, ask } = useDeviceRecord();
  useEffect(() => ask(imei), [ask, imei]);
  const again = (label: string): ReactNode => (
    <Button size="small" isPending={state.status === 'loading'} onPress={() => ask(imei)}>
      {label}
    </Button>
  );
  if (state.status === 'failed')
    return (
      <Notice
        tone="warning"
        title={t('The device could not be looked up. You can send the command all the same.')}
        actions={again(t('Retry'))}
        {...failureNotice(state.error)}
      />
    );
  if (state.last === null) return <Spinner label={t('Looking up the device')} />;
  const {
    devices: [device],
    audit,
  } = state.last;
  if (device === undefined)
    return (
      <Notice tone="warning">
        {t('No device is registered under IMEI {imei}. The server will refuse the command.', { imei })}
      </Notice>
    );
  return <DeviceCard keepsRoom device={device} audit={audit} actions={again(t('Refresh'))} />;
}
