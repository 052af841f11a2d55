import { useCallback, useEffect } from 'react';
import { mayAccess, type CommandId } from '@device-console/shared-lib/contract';
import { useSession } from '@device-console/shared-lib/console';
import { useDeviceRecord, type DeviceRecord } from '@device-console/shared-lib/records';
import { deviceStanding, likelyCommands } from '@device-console/shared-lib/ui/timeline';

/** Only `found` means that the server knows the device. */
export type FoundDevice =
  | { readonly status: 'none' }
  /** The operator may not look up devices. */
  | { readonly status: 'closed' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: Error }
  | { readonly status: 'missing' }
  | ({ readonly status: 'found' } & Pick<DeviceRecord, 'devices' | 'audit'>);

/**
 * Looks a device up once there is an IMEI, with its audit if the operator may see it (L1, A1). Waits for both, as the
 * device's state depends on both; without the audit it says less.
 */
export function useFoundDevice(imei: string | null): { readonly device: FoundDevice; readonly refresh: () => void } {
  const mayLook = mayAccess(useSession(), { permission: 'Device Details' });
  const { state, ask, reset } = useDeviceRecord();
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

/** Most likely first. */
export function likelyFor(device: FoundDevice): readonly CommandId[] {
  if (device.status !== 'found') return ['lock', 'unlock'];
  const [row] = device.devices;
  if (!row) return [];
  if (device.audit) return [...likelyCommands(deviceStanding(row, device.audit)), 'lock', 'unlock'];
  return row.command.trim().toUpperCase() === 'LOCK' ? ['unlock', 'lock'] : ['lock', 'unlock'];
}
