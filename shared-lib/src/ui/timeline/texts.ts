import { t } from '../../i18n/own.ts';

/** What the timeline says. */
export const texts = {
  timeline: (imei: string) => t('Timeline of {imei}, newest first', { imei }),
  state: t('State'),
  since: (time: string) => t('since {time}', { time }),
  lastCommand: t('Last command'),
  none: t('None'),
  noTime: t('Time not known'),
  empty: t('Nothing is known of this device.'),
  repeated: (count: number) => t('{count} times', { count }),
  from: (first: string, last: string) => t('{first} to {last}', { first, last }),
  each: (count: number) => t('Each of the {count}', { count }),
  older: (count: number) => t('Show older ({count} more)', { count }),
  toAll: t('sent to all devices'),
};
