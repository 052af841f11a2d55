/** What a call answers that did what it was asked. */
export const success = (message: unknown) => ({ status: 'success', message });

/** What a call answers that did nothing. */
export const failure = (message: unknown) => ({ status: 'error', message });
