import { isTimeZone, UTC } from '../../contract/time-zone.ts';

/** The operator's zone as the browser names it; null if it does not know it, as with `Etc/Unknown` (D3). */
function knownTimeZone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isTimeZone(timeZone) ? timeZone : null;
}

/** The operator's own time zone, an IANA name; UTC if the browser does not know it (D3). */
export const ownTimeZone = (): string => knownTimeZone() ?? UTC;

/** Whether the browser knows the operator's time zone; else days are those of UTC, and the page says so. */
export const knowsTimeZone = (): boolean => knownTimeZone() !== null;
