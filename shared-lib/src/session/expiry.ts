const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;
const ZONELESS = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/;

/** What the clocks of a zone show at a moment, as if it were UTC. */
function wallTime(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

function momentOf(wall: number, timeZone: string): number {
  const first = wall - (wallTime(wall, timeZone) - wall);
  // The zone's offset at the moment itself may differ from the one at the guess, on the day the clocks change.
  return wall - (wallTime(first, timeZone) - first);
}

/**
 * Milliseconds of the epoch of an expiry, or null for text that is none. ISO 8601 with its zone is what the reference API sends (D4);
 * 'YYYY-MM-DD HH:mm:ss' is read in `timeZone` (D1a). Throws RangeError for a zone that does not exist.
 */
export function parseExpiry(text: string, timeZone: string): number | null {
  const trimmed = text.trim();
  if (ZONED.test(trimmed)) {
    const at = Date.parse(trimmed);
    return Number.isNaN(at) ? null : at;
  }
  const match = ZONELESS.exec(trimmed);
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '0'] = match;
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const said = `${year}-${month}-${day}T${hour}:${minute}`;
  return new Date(wall).toISOString().startsWith(said) ? momentOf(wall, timeZone) : null;
}
