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

/** A length of time in its two largest units, such as '2 min 5 s'. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
