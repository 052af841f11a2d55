import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { calls, mayAccess, type DeviceRow } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole, useQuery, useSession, type QueryState } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Card, EmptyState, Page, Spinner } from '@device-console/shared-lib/ui';
import { deviceStanding, likelyCommands, type DeviceAudit } from '@device-console/shared-lib/ui/timeline';
import { LookupFailure } from './lookup-failure.tsx';
import { messages } from '../messages.ts';
import { DeviceCommands } from './device-commands.tsx';
import { DeviceHistory } from './device-history.tsx';
import { DeviceState } from './device-state.tsx';
import { DevicePanels } from './device-panels.tsx';

const texts = messages.device;
const auditAccess = { permission: 'Audit Report' } as const;

/** One device: its data, its history and what may be sent to it. The address carries its IMEI (L3, L4, A2, N5). */
export function Screen(): ReactNode {
  const { imei, to } = useAddresses();
  if (imei !== null) return <DevicePage key={imei} imei={imei} />;
  return (
    <Page title={texts.title}>
      <EmptyState
        title={texts.noImei}
        actions={
          <Link className={buttonClass()} to={to('deviceDetails')}>
            {texts.openLookup}
          </Link>
        }
      />
    </Page>
  );
}

/** Asks for a device and, where the operator may see it, its audit, on arrival and again. */
function useDevice(imei: string, maySeeAudit: boolean) {
  const { api } = useConsole();
  const device = useQuery(
    useCallback(
      (wanted: string, signal: AbortSignal) => api.call(calls.deviceDetails, { imei: wanted }, { signal }),
      [api],
    ),
  );
  const audit = useQuery(
    useCallback(
      (wanted: string, signal: AbortSignal) => api.call(calls.auditReportByImei, { imei1: wanted }, { signal }),
      [api],
    ),
  );
  const { ask: askDevice } = device;
  const { ask: askAudit } = audit;
  const refresh = useCallback(() => {
    askDevice(imei);
    if (maySeeAudit) askAudit(imei);
  }, [askDevice, askAudit, imei, maySeeAudit]);
  useEffect(refresh, [refresh]);
  return { device, audit, refresh };
}

function DevicePage({ imei }: { readonly imei: string }): ReactNode {
  const maySeeAudit = mayAccess(useSession(), auditAccess);
  const { device, audit, refresh } = useDevice(imei, maySeeAudit);
  const { state } = device;
  const [refreshes, setRefreshes] = useState(0);
  const refreshAll = (): void => {
    refresh();
    setRefreshes((count) => count + 1);
  };
  const isPending = state.status === 'loading' || audit.state.status === 'loading';

  return (
    <Page
      title={`${texts.title} ${imei}`}
      actions={
        <Button isPending={isPending} onPress={refreshAll}>
          {messages.refresh}
        </Button>
      }
    >
      {state.status === 'loading' && state.last === null && <Spinner label={messages.lookingUp} />}
      {state.status === 'failed' && <LookupFailure error={state.error} onRetry={() => device.ask(imei)} />}
      {state.last &&
        (state.last.items.length === 0 ? (
          <Card title={texts.state}>
            <EmptyState reason="notFound" title={messages.noResults}>
              {texts.none(imei)}
            </EmptyState>
          </Card>
        ) : (
          <KnownDevice imei={imei} devices={state.last.items} audit={audit.state} />
        ))}
      {maySeeAudit && <DeviceHistory imei={imei} audit={audit.state} onRetry={() => audit.ask(imei)} />}
      <DevicePanels key={refreshes} imei={imei} />
    </Page>
  );
}

interface KnownDeviceProps {
  readonly imei: string;
  readonly devices: readonly DeviceRow[];
  readonly audit: QueryState<DeviceAudit>;
}

/** A device that is there. Its state waits for the first answer about its audit, so that it says nothing twice. */
function KnownDevice({ imei, devices, audit }: KnownDeviceProps): ReactNode {
  const [device] = devices;
  if (!device || (audit.status === 'loading' && audit.last === null)) return <Spinner label={messages.lookingUp} />;
  const known = audit.last ?? undefined;
  return (
    <>
      <DeviceState imei={imei} devices={devices} audit={known} />
      <DeviceCommands imei={imei} likely={likelyCommands(deviceStanding(device, known))} />
    </>
  );
}
