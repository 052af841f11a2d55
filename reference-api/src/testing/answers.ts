/** What a call answers that did what it was asked. */
export const success = (message: unknown) => ({ status: 'success', message });

/** What a call answers that did nothing. */
/** `field`: what the refusal concerns. */
export const failure = (message: unknown, field?: string) => ({
  status: 'error',
  message,
  ...(field !== undefined && { field }),
});
