import { useState, type ReactNode } from 'react';
import {
  mayAccess,
  type calls,
  type AnswerOf,
  type DeviceAudit,
  type DeviceRow,
} from '@device-console/shared-lib/contract';
import {
  useAddresses,
  useSession,
  type QueryState,
  useDevicePanels,
  formatTime,
  QueryNotice,
} from '@device-console/shared-lib/console';
import { useDevice } from '@device-console/shared-lib/records';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Card, EmptyState, Page, Spinner } from '@device-console/shared-lib/ui';
import { deviceSummary, likelyCommands, DeviceTimeline, DeviceCard } from '@device-console/shared-lib/ui/timeline';
import { LookupFailure } from './lookup-failure.tsx';
import { DeviceCommands } from './device-commands.tsx';
import styles from './device.module.css';
import { t } from '../t.ts';

function furtherFacts({ apptype, createdat }: DeviceRow): readonly { readonly term: string; readonly value: string }[] {
  return [
    { term: t('App Type'), value: apptype },
    { term: t('Created At'), value: formatTime(createdat) },
  ].filter(({ value }) => value !== '');
}

/** A new key reloads them. */
function DevicePanels({ imei }: { readonly imei: string }): ReactNode {
  return useDevicePanels().map(({ id, title, Panel }) => (
    <Card key={id} title={title}>
      <Panel imei={imei} />
    </Card>
  ));
}

const auditAccess = { permission: 'Audit Report' } as const;

/** One device: its data, its history and what may be sent to it. Its IMEI is in the address (L3, L4, A2, N5). */
export function Screen(): ReactNode {
  const { imei, to } = useAddresses();
  if (imei !== null) return <DevicePage key={imei} imei={imei} />;
  return (
    <Page title={t('Device')}>
      <EmptyState
        title={t('No device is named in this address. Open a device from the results of Device Details.')}
        actions={
          <Link className={buttonClass()} to={to('deviceDetails')}>
            {t('Device Details')}
          </Link>
        }
      />
    </Page>
  );
}

function DevicePage({ imei }: { readonly imei: string }): ReactNode {
  const maySeeAudit = mayAccess(useSession(), auditAccess);
  const { device, audit, ask } = useDevice(imei);
  const { state } = device;
  const [refreshes, setRefreshes] = useState(0);
  const refreshAll = (): void => {
    ask();
    setRefreshes((count) => count + 1);
  };
  const isPending = state.status === 'loading' || audit.state.status === 'loading';
  // The page appears as a whole, so that nothing moves while it is read.
  const [hasBegun, setBegun] = useState(false);
  if (!hasBegun && !isAwaited(state) && !(maySeeAudit && isAwaited(audit.state))) setBegun(true);

  return (
    <Page
      title={`${t('Device')} ${imei}`}
      actions={
        <Button isPending={isPending} onPress={refreshAll}>
          {t('Refresh')}
        </Button>
      }
    >
      {hasBegun ? (
        <div className={styles['parts']}>
          <AboutDevice imei={imei} state={state} audit={audit.state} onRetry={device.ask} />
          {maySeeAudit && (
            <div className={styles['history']}>
              <Card title={t('History')}>
                <QueryNotice state={audit.state} onRetry={audit.ask} fetching={t('Fetching the history')} />
                {audit.state.last && <DeviceTimeline audit={audit.state.last} imei={imei} isStateElsewhere />}
              </Card>
            </div>
          )}
          <div className={styles['panels']}>
            <DevicePanels key={refreshes} imei={imei} />
          </div>
        </div>
      ) : (
        <Spinner placement="page" label={t('Looking up the device')} />
      )}
    </Page>
  );
}

interface AboutDeviceProps {
  readonly imei: string;
  readonly state: QueryState<AnswerOf<typeof calls.deviceDetails>>;
  readonly audit: QueryState<DeviceAudit>;
  readonly onRetry: () => void;
}

function AboutDevice({ imei, state, audit, onRetry }: AboutDeviceProps): ReactNode {
  const devices = state.last?.items ?? [];
  const known = audit.last ?? undefined;
  return (
    <>
      <div className={styles['state']}>
        {isAwaited(state) && <Spinner label={t('Looking up the device')} />}
        {state.status === 'failed' && <LookupFailure error={state.error} onRetry={onRetry} />}
        {state.last && devices.length === 0 && (
          <Card title={t('State')}>
            <EmptyState reason="notFound" title={t('No results found')}>
              {t('No device is registered under IMEI {imei}.', { imei })}
            </EmptyState>
          </Card>
        )}
        {/* Several if several devices have the IMEI (L3, R8). The audit is for one IMEI: only that device shows it. */}
        {devices.map((device, index) => (
          <Card
            key={`${device.imei1} ${index}`}
            title={devices.length === 1 ? t('State') : t('State of {imei}', { imei: device.imei1 })}
          >
            <DeviceCard
              device={device}
              audit={devices.length === 1 || device.imei1 === imei ? known : undefined}
              facts={furtherFacts(device)}
            />
          </Card>
        ))}
      </div>
      {devices[0] && (
        <div className={styles['commands']}>
          <DeviceCommands imei={imei} device={devices[0]} likely={likelyCommands(deviceSummary(devices[0], known))} />
        </div>
      )}
    </>
  );
}

function isAwaited({ status, last }: QueryState<unknown>): boolean {
  return last === null && status !== 'failed';
}
