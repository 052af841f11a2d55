import { t } from '../../i18n/own.ts';

/** How long ago something was, in few words. */
export const timeTexts = {
  justNow: t('just now'),
  minutesAgo: (count: string) => t('{count} min ago', { count }),
  hoursAgo: (count: string) => t('{count} h ago', { count }),
  oneDayAgo: t('1 day ago'),
  daysAgo: (count: string) => t('{count} days ago', { count }),
} as const;
