import { useCallback } from 'react';
import { calls, mayAccess, type DeviceAudit, type DeviceRow } from '../contract/index.ts';
import { useConsole } from './console-context.ts';
import { useSession } from './hooks.ts';
import { useQuery, type Query } from './use-query.ts';

/** What the server knows of one IMEI. */
export interface DeviceRecord {
  readonly imei: string;
  /** Its rows of the lookup; none: no such device. */
  readonly devices: readonly DeviceRow[];
  /** Undefined where the operator may not see it, or it could not be had: then less is known of the device. */
  readonly audit: DeviceAudit | undefined;
}

/**
 * Looks a device up, with its audit where the operator may see it (L1, A1): how it stands comes of both. Fails as the
 * lookup does; an audit that cannot be had is left out, and its own screen says why.
 */
export function useDeviceRecord(): Query<string, DeviceRecord> {
  const { api } = useConsole();
  const maySeeAudit = mayAccess(useSession(), { permission: 'Audit Report' });
  return useQuery(
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
}
