import { useEffect } from 'react';
import { usePageData } from './page-data.ts';

/**
 * Calls the listener with the target of each command that was or may have been sent in this browser, an IMEI or `ALL`.
 * The answers that show it are already being read again. The listener must be the same function each time.
 */
export function useSent(listener: (target: string) => void): void {
  const { onSent } = usePageData();
  useEffect(() => onSent(listener), [onSent, listener]);
}
