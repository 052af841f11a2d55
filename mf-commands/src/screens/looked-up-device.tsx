import { useEffect, type ReactNode } from 'react';
import { failureNotice, useDeviceRecord } from '@device-console/shared-lib/console';
import { Button, Notice, Spinner } from '@device-console/shared-lib/ui';
import { DeviceCard } from '@device-console/shared-lib/ui/timeline';
import { screenMessages as texts } from './screen-messages.ts';

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
    return <Notice tone="warning" title={texts.failed} actions={again(texts.retry)} {...failureNotice(state.error)} />;
  if (state.last === null) return <Spinner label={texts.looking} />;
  const {
    devices: [device],
    audit,
  } = state.last;
  if (device === undefined) return <Notice tone="warning">{texts.unknown(imei)}</Notice>;
  return <DeviceCard device={device} audit={audit} actions={again(texts.refresh)} />;
}
