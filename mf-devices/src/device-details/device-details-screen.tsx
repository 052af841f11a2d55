import type { ReactNode } from 'react';
import { calls, type DeviceRow } from '@device-console/shared-lib/contract';
import { useImeiAnswer } from '@device-console/shared-lib/records';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { Card, EmptyState, ImeiField, Page, Spinner } from '@device-console/shared-lib/ui';
import { DeviceTable, EnrolmentNotice } from '../lookup/device-table.tsx';
import { FileLookup } from '../lookup/file-lookup.tsx';
import { LookupFailure } from '../device/lookup-failure.tsx';
import { t } from '../t.ts';

const bodyOf = (imei: string) => ({ imei });

/** Looks up a device once its IMEI is complete (L1, L3), or many from a file (L2). */
export function Screen({ screenId }: ScreenProps): ReactNode {
  const { imei, change, ask, state, of } = useImeiAnswer(calls.deviceDetails, bodyOf);
  return (
    <Page title={t('Device Details')}>
      <Card title={t('Find a device')}>
        <ImeiField value={imei} onChange={change} onComplete={ask} autoFocus />
      </Card>
      {state.status === 'loading' && <Spinner label={t('Looking up the device')} />}
      {state.status === 'failed' && <LookupFailure error={state.error} onRetry={() => ask(imei)} />}
      {state.status !== 'failed' && state.last && <Found rows={state.last.items} imei={of} />}
      <FileLookup screenId={screenId} take="all" />
    </Page>
  );
}

function Found({ rows, imei }: { readonly rows: readonly DeviceRow[]; readonly imei: string }): ReactNode {
  return (
    <Card title={t('Result')}>
      {rows.length === 0 ? (
        <EmptyState reason="notFound" title={t('No results found')}>
          {t('Compare the IMEI with the device, or check its audit: it may have been released.')}
        </EmptyState>
      ) : (
        <>
          <EnrolmentNotice devices={rows} />
          <DeviceTable label={t('Devices for {imei}', { imei })} rows={rows} exportName={`device_${imei}`} />
        </>
      )}
    </Card>
  );
}
