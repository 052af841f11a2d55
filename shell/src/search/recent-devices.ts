import { useCallback } from 'react';
import * as v from 'valibot';
import { isImei } from '@device-console/shared-lib/contract';
import { useRemoteStorage } from '@device-console/shared-lib/console';

const KEPT = 10;

/** Nothing else about the devices is stored. */
const imeiList = v.pipe(v.array(v.pipe(v.string(), v.check(isImei))), v.maxLength(KEPT));

const none: readonly string[] = [];

/** The devices that this operator has viewed, newest first, at most ten. Removed with the session. */
export function useRecentDevices(): { readonly imeis: readonly string[]; readonly add: (imei: string) => void } {
  const { value, keep } = useRemoteStorage('recentDevices', imeiList);
  const imeis = value ?? none;
  const add = useCallback(
    (imei: string): void => {
      // If the browser refuses, the search works without the list.
      if (imeis[0] !== imei) keep([imei, ...imeis.filter((other) => other !== imei)].slice(0, KEPT));
    },
    [imeis, keep],
  );
  return { imeis, add };
}
