const WRITES = /^\s*(?:insert|update|delete|with\b[^]*\b(?:insert|update|delete))\b/i;

/** True for a statement that changes rows. */
export const isWriting = (text: string): boolean => WRITES.test(text);

/** True for an error of the database, or of its connection, with this code. */
export const hasCode = (error: unknown, code: string | RegExp): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  (typeof code === 'string' ? error.code === code : code.test(error.code));
