import { t } from '../t.ts';

/** The texts of Home that are there before its code (H1, H2). */
export const messages = {
  title: t('Dashboard'),
  refresh: t('Refresh Data'),
  figuresFailed: t('The figures could not be loaded'),
  loading: t('Loading Home'),
  loadFailed: t('Home cannot be shown'),
  loadFailedHelp: t('Retry; reload the page if the problem persists.'),
  reason: t('Reason'),
  retry: t('Retry'),
} as const;
