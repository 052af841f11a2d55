import type { CellKind } from '../sheet.ts';

/** Minutes that local time is ahead of UTC at an instant, given in milliseconds. */
export type ZoneOffset = (instant: number) => number;

export const localZone: ZoneOffset = (instant) => -new Date(instant).getTimezoneOffset();

/** The longest text that Excel opens, in UTF-16 units. */
const LONGEST_TEXT = 32_767;

export const DATE_FORMAT = 'yyyy-mm-dd hh:mm:ss';

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const EXACT_DIGITS = 15;
const DAY_MS = 86_400_000;
/** Days from day 0 of a spreadsheet's calendar to 1970. */
const EPOCH_DAY = 25_569;
/** Before 1 March 1900 spreadsheets count a 29 February that never was. */
const FIRST_DAY = 61;
const LAST_DAY = 2_958_465;

const PLAIN = /^[ -~]*$/;
const UNWRITABLE = /(?![\t\n])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu;

/** The number in a text, if a spreadsheet stores it without loss: no leading zeros, at most 15 digits. */
export function exactNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  return text.replace(/[-.]/g, '').length <= EXACT_DIGITS ? Number(text) : undefined;
}

/** The local time of an ISO 8601 instant, as milliseconds that show it in UTC; undefined for other text. */
function wallClock(text: string, zone: ZoneOffset): number | undefined {
  const [, year, month, day] = INSTANT.exec(text) ?? [];
  const instant = Date.parse(text);
  if (day === undefined || Number.isNaN(instant)) return undefined;
  // Date.parse takes 30 February for 2 March.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return undefined;
  return Math.floor(instant / 1000) * 1000 + zone(instant) * 60_000;
}

/** The spreadsheet's number for the local time of an ISO 8601 instant; undefined if there is none. */
function dateSerial(text: string, zone: ZoneOffset): number | undefined {
  const time = wallClock(text, zone);
  if (time === undefined) return undefined;
  // Rounded up by less than a tenth of a millisecond, so that readers that round down do not show the second before.
  const serial = Math.ceil((time / DAY_MS + EPOCH_DAY) * 1e9) / 1e9;
  return serial >= FIRST_DAY && serial < LAST_DAY + 1 ? serial : undefined;
}

/** The local time of an ISO 8601 instant as `2026-11-20 18:30:00`; any other text unchanged. */
export function localTimeText(text: string, zone: ZoneOffset): string {
  const time = wallClock(text, zone);
  return time === undefined ? text : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** A text that fits a cell: cut if too long, with a note; \ufffd for unwritable characters. */
export function cellText(text: string): string {
  if (text.length <= LONGEST_TEXT && PLAIN.test(text)) return text;
  const shown = text.replaceAll('\r\n', '\n').replace(UNWRITABLE, '\ufffd');
  if (shown.length <= LONGEST_TEXT) return shown;
  const mark = ` … [cut, ${shown.length} characters in all]`;
  return shown.slice(0, LONGEST_TEXT - mark.length).replace(/\p{Surrogate}$/u, '') + mark;
}

/** A cell's number (a date's serial number too) or text; '' for nothing. */
export function cellValue(text: string, kind: CellKind, zone: ZoneOffset): string | number {
  if (kind === 'text') return cellText(text);
  return (kind === 'number' ? exactNumber(text) : dateSerial(text, zone)) ?? cellText(text);
}
