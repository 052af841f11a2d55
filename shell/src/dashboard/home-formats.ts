import { formatLocale } from '@device-console/shared-lib/i18n';
import type { Overview } from './use-home.ts';

const day = new Intl.DateTimeFormat(formatLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' });
const share = new Intl.NumberFormat(formatLocale(), { style: 'percent', maximumFractionDigits: 0 });

/** YYYY-MM-DD in the operator's format, without the year. Other text unchanged. */
export function dayName(text: string): string {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(moment) ? text : day.format(moment);
}

/** Shows 0 to 1 as whole per cent. Only 1 gives 100 %. */
export function formatShare(value: number): string {
  return share.format(value < 1 ? Math.min(value, 0.99) : 1);
}

type CommandDay = Overview['commands'][number];

/** Commands that ended without a confirmed effect on their phones. */
export function endedOfDay({ expired, cancelled, unknown }: CommandDay): number {
  return (expired ?? 0) + (cancelled ?? 0) + (unknown ?? 0);
}

export function commandsOfDay(row: CommandDay): number {
  return row.acknowledged + row.failed + row.open + endedOfDay(row);
}
