import type { ReactNode } from 'react';
import { useDevice } from '@device-console/shared-lib/records';
import { QueryNotice } from '@device-console/shared-lib/console';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { DeviceCard } from '@device-console/shared-lib/ui/timeline';
import { t } from '../t.ts';

/** Looked up anew for each complete IMEI (L1, L3, A2). */
export function LookedUpDevice({ imei }: { readonly imei: string }): ReactNode {
  const { record: state, ask } = useDevice(imei);
  if (state.last === null || state.status === 'failed')
    return (
      <QueryNotice
        state={state}
        tone="warning"
        title={t('The device could not be looked up. You can send the command anyway.')}
        onRetry={ask}
        fetching={t('Looking up the device')}
      />
    );
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
  const refresh = (
    <Button size="small" isPending={state.status === 'loading'} onPress={ask}>
      {t('Refresh')}
    </Button>
  );
  return <DeviceCard keepsRoom device={device} audit={audit} actions={refresh} />;
}
