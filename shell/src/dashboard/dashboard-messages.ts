/** The texts of Home that are there before its code (H1, H2). */
export const messages = {
  title: 'Dashboard',
  refresh: 'Refresh Data',
  figuresFailed: 'The figures could not be loaded',
  loading: 'Loading Home',
  loadFailed: 'Home cannot be shown',
  loadFailedHelp: 'Retry; reload the page if the problem persists.',
  reason: 'Reason',
  retry: 'Retry',
} as const;
