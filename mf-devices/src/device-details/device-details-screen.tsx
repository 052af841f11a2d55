import { useCallback, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { failureText, useConsole, useImeiLookup } from '@device-console/shared-lib/console';
import { Button, Card, ImeiField, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { DeviceTable } from './device-table.tsx';

/** Device Details: looks a device up by itself as soon as its IMEI is complete (L1, L3). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { imei, change, ask, state } = useImeiLookup(
    useCallback((wanted: string, signal: AbortSignal) => api.call(calls.deviceDetails, { imei: wanted }, { signal }), [api]),
  );
  return (
    <Page title="Device Details">
      <Card title="Find a device">
        <ImeiField value={imei} onChange={change} onComplete={ask} autoFocus />
      </Card>
      {state.status === 'loading' && <Spinner label="Looking the device up" />}
      {state.status === 'failed' && (
        <Notice tone="danger" actions={<Button onPress={() => ask(imei)}>Retry</Button>}>
          {failureText(state.error, 'Cannot fetch the data now, please try again')}
        </Notice>
      )}
      {state.status === 'ready' && (
        <Card title="Result">
          <DeviceTable rows={state.last.items} label={`Devices for ${imei}`} />
        </Card>
      )}
    </Page>
  );
}
