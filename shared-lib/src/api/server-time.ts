const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;
const ZONELESS = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/;

/** Clocks change at these boundaries and never between them. */
const SLOT_MS = 15 * 60_000;
const SLOTS_KEPT = 50_000;

/** What the clocks of a zone show, as if it were UTC. */
function wallTime(at: number, format: Intl.DateTimeFormat): number {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The moment at which a zone's clocks show a time. Each quarter of an hour is looked up once. */
function zoneReader(timeZone: string): (wall: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsets = new Map<number, number>();
  return (wall) => {
    const slot = Math.floor(wall / SLOT_MS);
    const known = offsets.get(slot);
    if (known !== undefined) return wall - known;
    if (offsets.size >= SLOTS_KEPT) offsets.clear();
    const first = wall - (wallTime(wall, format) - wall);
    // On the day the clocks change, the offset at the moment may differ from that at the guess.
    const offset = wallTime(first, format) - first;
    offsets.set(slot, offset);
    return wall - offset;
  };
}

const readers = new Map<string, (wall: number) => number>();

function readerOf(timeZone: string): (wall: number) => number {
  const reader = readers.get(timeZone) ?? zoneReader(timeZone);
  readers.set(timeZone, reader);
  return reader;
}

/**
 * Milliseconds of the epoch of a server's time; null if unreadable. The reference API sends ISO 8601 with its zone
 * (D4); 'YYYY-MM-DD HH:mm:ss' is read in `timeZone` (D1a). Throws RangeError for an unknown zone.
 */
export function readServerTime(text: string, timeZone: string): number | null {
  const trimmed = text.trim();
  if (ZONED.test(trimmed)) {
    const at = Date.parse(trimmed);
    return Number.isNaN(at) ? null : at;
  }
  const match = ZONELESS.exec(trimmed);
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '0'] = match;
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (Number.isNaN(wall)) return null;
  const said = `${year}-${month}-${day}T${hour}:${minute}`;
  return new Date(wall).toISOString().startsWith(said) ? readerOf(timeZone)(wall) : null;
}
