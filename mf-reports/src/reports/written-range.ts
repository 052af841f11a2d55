import type { DateRange } from '@device-console/shared-lib/console';
import { messages } from '../messages.ts';
import { formatLocale } from '@device-console/shared-lib/i18n';

const written = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' });

/** A range as the operator reads it. */
export function writtenRange({ start, end }: DateRange): string {
  const [from, to] = [start, end].map((day) => written.format(Date.parse(`${day}T00:00:00Z`)));
  return from === to ? `${from}` : messages.fromTo(`${from}`, `${to}`);
}
