import { useCallback } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useRead } from '@device-console/shared-lib/console';
import type { PageQuestion } from '@device-console/shared-lib/records';
import { answers, bodyOf, type DeviceFilter } from './device-filter.ts';
import { t } from '../t.ts';

export const noStates = () => t('This server does not select devices by their state or by a part of their IMEI.');

export type ReadDevices = ReturnType<typeof useReadDevices>;

/** Reads a page of a filter's devices. Throws if the server has left a part of the filter out of account. */
export function useReadDevices() {
  const read = useRead();
  return useCallback(
    async (filter: DeviceFilter, page: PageQuestion, signal: AbortSignal) => {
      const answer = await read(calls.deviceList, { ...bodyOf(filter), ...page }, { signal });
      if (!answers(filter, answer.items)) throw new Error(noStates());
      return answer;
    },
    [read],
  );
}
