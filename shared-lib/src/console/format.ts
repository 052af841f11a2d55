const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dateTimeSeconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const number = new Intl.NumberFormat();

/** A server's time in the operator's zone and language; text that is not a time is shown as it came. */
export function formatTime(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : dateTime.format(time);
}

/** A moment with seconds, in the operator's zone and language. */
export function formatClock(time: number): string {
  return dateTimeSeconds.format(time);
}

/** A count with the language's digit groups. */
export function formatCount(count: number): string {
  return number.format(count);
}
