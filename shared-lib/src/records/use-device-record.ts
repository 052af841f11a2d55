import { useCallback } from 'react';
import { calls, isOnItsWay, mayAccess, type DeviceAudit, type DeviceRow } from '../contract/index.ts';
import { useConsole, useQuery, useSession, type Query } from '../console/index.ts';
import { useFollowing } from './use-following.ts';

/** The server's data about one IMEI. */
export interface DeviceRecord {
  readonly imei: string;
  /** Empty: no such device. */
  readonly devices: readonly DeviceRow[];
  /** Undefined if the operator may not see it, or it could not be read. */
  readonly audit: DeviceAudit | undefined;
}

const aDayMs = 86_400_000;

/** True if a command of the last day is on its way to the device. Undefined without an audit. */
export function hasOpenCommand(audit: DeviceAudit | undefined): boolean | undefined {
  return audit?.commands.some(
    ({ status, date_and_time: at, createdat }) =>
      isOnItsWay(status) && Date.now() - Date.parse(at || createdat) < aDayMs,
  );
}

/**
 * Looks a device up, with its audit if the operator may see it (L1, A1); its state depends on both. Fails like the
 * lookup; an unreadable audit is left out, and its own screen says why. The record follows commands sent to the device.
 */
export function useDeviceRecord(): Query<string, DeviceRecord> {
  const { api } = useConsole();
  const maySeeAudit = mayAccess(useSession(), { permission: 'Audit Report' });
  const query = useQuery(
    useCallback(
      async (imei: string, signal: AbortSignal): Promise<DeviceRecord> => {
        const [{ items }, audit] = await Promise.all([
          api.call(calls.deviceDetails, { imei }, { signal }),
          maySeeAudit
            ? api.call(calls.auditReportByImei, { imei1: imei }, { signal }).catch(() => undefined)
            : undefined,
        ]);
        return { imei, devices: items, audit };
      },
      [api, maySeeAudit],
    ),
  );
  const { state, look } = query;
  const imei = state.last?.imei ?? '';
  useFollowing({
    look: useCallback(() => {
      if (imei !== '') look(imei);
    }, [look, imei]),
    imei,
    isOpen: hasOpenCommand(state.last?.audit),
  });
  return query;
}
