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
  countOf: (count: string, status: string) => `${count} ${status}`,
  each: (count: number) => t('Each of the {count}', { count }),
  older: (count: number) => t('Show older ({count} more)', { count }),
  toAll: t('sent to all devices'),
  filters: t('Filter the timeline'),
  any: t('All'),
  kind: t('Kind'),
  kinds: { command: t('Commands'), enrolment: t('Enrolment') },
  outcome: t('Outcome'),
  outcomes: {
    acknowledged: t('Acknowledged'),
    sent: t('Sent'),
    queued: t('Queued'),
    failed: t('Failed'),
    other: t('Other'),
  },
  who: t('Operator'),
  time: t('Time'),
  lastDays: (count: string) => t('Last {count} days', { count }),
  shown: (count: string, of: string) =>
    t('{count} of {of, plural, one {{of} event} other {{of} events}}', { count, of }),
  clear: t('Show all'),
  noneFits: t('No event fits this filter.'),
};
