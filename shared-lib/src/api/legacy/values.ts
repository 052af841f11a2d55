import { IMEI_LENGTH } from '../../contract/index.ts';
import { readServerTime } from '../server-time.ts';
import { isFields, isScalar, type Fields } from './fields.ts';

/** Every field of the specification's answers that holds a time. */
const timeFields: ReadonlySet<string> = new Set(['expiry', 'createdat', 'created_at', 'date', 'date_and_time']);

/** Fields that hold an IMEI; as a number it has lost its leading zeros (D10). */
const imeiFields: ReadonlySet<string> = new Set(['imei1', 'imei2', 'lastimei']);

const nameIn = (entry: unknown): unknown => (isFields(entry) ? (entry['permission_name'] ?? entry['id']) : entry);

/** Names or ids in a list where the specification has them in one text. */
const joined = (entries: readonly unknown[]): string => entries.map(nameIn).filter(isScalar).join(', ');

/** What reads the values of an answer. */
export interface ValueReader {
  /** A row: times in ISO 8601 and UTC, IMEIs and booleans as text; text that is no time stays as it came. */
  row(row: Fields): Fields;
  /** The fields beside the lists: false is none, times as in rows. */
  top(fields: Fields): Fields;
}

const mapped = (fields: Fields, valueOf: (name: string, value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(name, value)]));

/** Reads values as a back end writes them whose clocks are in `serverTimeZone` (D1a). */
export function valueReader(serverTimeZone: string): ValueReader {
  const textOf = (name: string, text: string): string => {
    const at = timeFields.has(name) ? readServerTime(text, serverTimeZone) : null;
    return at === null ? text : new Date(at).toISOString();
  };
  const inRow = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') return textOf(name, value);
    if (typeof value === 'number' && value > 0 && imeiFields.has(name)) return String(value).padStart(IMEI_LENGTH, '0');
    if (typeof value === 'boolean') return String(value);
    return Array.isArray(value) ? joined(value) : value;
  };
  const atTop = (name: string, value: unknown): unknown =>
    typeof value === 'string' ? textOf(name, value) : value === false ? null : value;
  return { row: (row) => mapped(row, inRow), top: (fields) => mapped(fields, atTop) };
}
