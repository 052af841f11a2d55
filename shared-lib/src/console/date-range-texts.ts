import { t } from '../i18n/own.ts';

/** The texts of ranges of days. */
export const rangeTexts = {
  today: t('Today'),
  yesterday: t('Yesterday'),
  sevenDays: t('7 days'),
  thirtyDays: t('30 days'),
  thisMonth: t('This month'),
  lastMonth: t('Last month'),
  missing: t('Please choose a date.'),
  endBeforeStart: t('End date cannot be prior to start date'),
  fromTo: (from: string, to: string) => t('{from} to {to}', { from, to }),
} as const;
