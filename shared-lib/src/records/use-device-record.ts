import { useCallback, useState } from 'react';
import type { Query } from '../data/react/index.ts';
import { type DeviceRecord, useDevice } from './use-device.ts';

/**
 * Looks a device up on demand, with its audit if the operator may see it (L1, A1). The record follows commands sent to
 * the device. A screen that knows its IMEI uses {@link useDevice}.
 */
export function useDeviceRecord(): Query<string, DeviceRecord> {
  const [asked, setAsked] = useState<{ readonly imei: string; readonly round: number } | null>(null);
  const imei = asked?.imei ?? null;
  const { record, refetch: refetchCurrent, stop } = useDevice(imei, asked?.round);
  const ask = useCallback(
    (wanted: string) => setAsked((before) => ({ imei: wanted, round: before?.imei === wanted ? before.round + 1 : 0 })),
    [],
  );
  const refetch = useCallback(
    (wanted: string) => (wanted === imei ? refetchCurrent() : ask(wanted)),
    [imei, refetchCurrent, ask],
  );
  const reset = useCallback(() => setAsked(null), []);
  return { state: record, ask, refetch, stop, reset };
}
