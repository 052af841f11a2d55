import { isTimeZone, UTC } from '../../contract/time-zone.ts';
import { formatLocale } from '../../i18n/translator.ts';

/** The operator's zone as the browser names it; null if it does not know it, as with `Etc/Unknown` (D3). */
function knownTimeZone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isTimeZone(timeZone) ? timeZone : null;
}

/** The operator's own time zone, an IANA name; UTC if the browser does not know it (D3). */
export const ownTimeZone = (): string => knownTimeZone() ?? UTC;

/** A zone as people call it, such as India Standard Time for Asia/Calcutta. */
export function timeZoneInWords(timeZone: string): string {
  const format = new Intl.DateTimeFormat(formatLocale(), { timeZone, timeZoneName: 'longGeneric' });
  return timeZone === UTC
    ? UTC
    : (format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone);
}

/** Whether the browser knows the operator's time zone; else days are those of UTC, and the page says so. */
export const knowsTimeZone = (): boolean => knownTimeZone() !== null;
