/** What stands in the place of the frame as long as its code is missing. */
export const routesMessages = {
  product: 'Device Console',
  starting: 'Starting Device Console',
  frameFailed: 'The console could not be loaded',
  frameAdvice: 'Retry when the connection is back. You stay logged in.',
  reason: 'Reason',
  retry: 'Retry',
} as const;
