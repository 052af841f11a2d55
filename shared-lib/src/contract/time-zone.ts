export const UTC = 'UTC';

/** The first query loads the browser's tables of all zones, so UTC skips it. */
export function isTimeZone(name: string): boolean {
  if (name === UTC) return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
