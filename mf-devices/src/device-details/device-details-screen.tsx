import type { ReactNode } from 'react';
import { calls, type DeviceRow } from '@device-console/shared-lib/contract';
import { useImeiAnswer, useSimilarDevices } from '@device-console/shared-lib/records';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { Button, Card, EmptyState, Imei, ImeiField, Page, Spinner } from '@device-console/shared-lib/ui';
import { DeviceTable, EnrolmentNotice } from '../lookup/device-table.tsx';
import { FileLookup } from '../lookup/file-lookup.tsx';
import { DeviceStateBadge } from '@device-console/shared-lib/ui/timeline';
import styles from './similar.module.css';
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
        <Similar
          typed={imei}
          isMissing={state.status === 'ready' && state.last.items.length === 0}
          onChoose={(wanted) => {
            change(wanted);
            ask(wanted);
          }}
        />
      </Card>
      {state.status === 'loading' && <Spinner label={t('Looking up the device')} />}
      {state.status === 'failed' && <LookupFailure error={state.error} onRetry={() => ask(imei)} />}
      {state.status !== 'failed' && state.last && <Found rows={state.last.items} imei={of} />}
      <FileLookup screenId={screenId} take="all" />
    </Page>
  );
}

interface SimilarProps {
  readonly typed: string;
  readonly isMissing: boolean;
  readonly onChoose: (imei: string) => void;
}

/** Devices that a part of an IMEI, or a mistyped one, may mean: offered, never taken (D40f). */
function Similar({ typed, isMissing, onChoose }: SimilarProps): ReactNode {
  const { kind, devices, hasMore, error } = useSimilarDevices(typed, isMissing);
  const title =
    kind === 'near' ? t('Registered, and one digit or two neighbours away:') : t('Devices with these digits:');
  return (
    <div role="status">
      {error && <p>{t('Devices with these digits could not be looked up.')}</p>}
      {devices.length > 0 && (
        <div className={styles['similar']} role="group" aria-label={title}>
          <p>{title}</p>
          <ul>
            {devices.map(({ imei1, brand, model, state }) => (
              <li key={imei1}>
                <Button size="small" onPress={() => onChoose(imei1)}>
                  <Imei imei={imei1} />
                </Button>
                <span>{`${brand} ${model}`.trim()}</span>
                <DeviceStateBadge state={state} />
              </li>
            ))}
          </ul>
          {hasMore && <p>{t('There are more. Type further digits.')}</p>}
        </div>
      )}
    </div>
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
