import { createContext, useContext, useState } from 'react';
import { useAddresses } from '@device-console/shared-lib/console';

/** Told of the IMEI that a form holds, complete or not. */
type ShowTarget = (imei: string) => void;

/** Given by a screen that shows the device which its form is about to meet. */
export const TargetPreviewContext = createContext<ShowTarget>(() => undefined);

/** Tells the screen around what a form's IMEI field holds; nothing where no screen shows it. */
export function useShowTarget(): ShowTarget {
  return useContext(TargetPreviewContext);
}

/**
 * What the IMEI field of a form holds, at first the IMEI of the address; the screen around is told of each change.
 * Emptied, the screen goes on with the last device.
 */
export function useTargetImei(): readonly [imei: string, change: ShowTarget, empty: () => void] {
  const [imei, setImei] = useState(useAddresses().imei ?? '');
  const show = useShowTarget();
  const change = (text: string): void => {
    setImei(text);
    show(text);
  };
  return [imei, change, () => setImei('')];
}
