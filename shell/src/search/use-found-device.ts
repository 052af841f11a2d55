import { useCallback, useEffect } from 'react';
import { calls, mayAccess, type AnswerOf, type CommandId, type DeviceRow } from '@device-console/shared-lib/contract';
import { useConsole, useQuery, useSession } from '@device-console/shared-lib/console';
import { deviceStanding, likelyCommands } from '@device-console/shared-lib/ui/timeline';

type Audit = AnswerOf<typeof calls.auditReportByImei>;

/** How the look at a device stands. Only with `found` is it certain that the server knows the device. */
export type FoundDevice =
  | { readonly status: 'none' }
  /** The operator may not look devices up. */
  | { readonly status: 'closed' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: Error }
  | { readonly status: 'missing' }
  | { readonly status: 'found'; readonly devices: readonly DeviceRow[]; readonly audit: Audit | undefined };

interface Looked {
  readonly imei: string;
  readonly devices: readonly DeviceRow[];
  readonly audit: Audit | undefined;
}

/**
 * Looks a device up as soon as there is an IMEI, its audit too where the operator may see it (L1, A1). The state of a
 * device comes of both, so both are waited for; without the audit less is told.
 */
export function useFoundDevice(imei: string | null): { readonly device: FoundDevice; readonly refresh: () => void } {
  const { api } = useConsole();
  const session = useSession();
  const mayLook = mayAccess(session, { permission: 'Device Details' });
  const maySeeAudit = mayAccess(session, { permission: 'Audit Report' });
  const run = useCallback(
    async (wanted: string, signal: AbortSignal): Promise<Looked> => {
      const [{ items }, audit] = await Promise.all([
        api.call(calls.deviceDetails, { imei: wanted }, { signal }),
        // The card says less without it; the audit's own screen says why.
        maySeeAudit
          ? api.call(calls.auditReportByImei, { imei1: wanted }, { signal }).catch(() => undefined)
          : undefined,
      ]);
      return { imei: wanted, devices: items, audit };
    },
    [api, maySeeAudit],
  );
  const { state, ask, reset } = useQuery(run);
  const wanted = mayLook ? imei : null;
  useEffect(() => {
    if (wanted === null) reset();
    else ask(wanted);
  }, [wanted, ask, reset]);
  const refresh = useCallback(() => {
    if (wanted !== null) ask(wanted);
  }, [wanted, ask]);
  if (imei === null) return { device: { status: 'none' }, refresh };
  if (!mayLook) return { device: { status: 'closed' }, refresh };
  if (state.status === 'failed') return { device: { status: 'failed', error: state.error }, refresh };
  if (state.last?.imei !== imei) return { device: { status: 'loading' }, refresh };
  const { devices, audit } = state.last;
  return { device: devices.length === 0 ? { status: 'missing' } : { status: 'found', devices, audit }, refresh };
}

/** What the operator most likely wants to send, most likely first. */
export function likelyFor(device: FoundDevice): readonly CommandId[] {
  if (device.status !== 'found') return ['lock', 'unlock'];
  const [row] = device.devices;
  if (!row) return [];
  if (device.audit) return [...likelyCommands(deviceStanding(row, device.audit)), 'lock', 'unlock'];
  return row.command.trim().toUpperCase() === 'LOCK' ? ['unlock', 'lock'] : ['lock', 'unlock'];
}
