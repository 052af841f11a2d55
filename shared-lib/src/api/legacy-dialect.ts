import { calls, IMEI_LENGTH, type BackEndNames } from '../contract/index.ts';
import type { Dialect, SpokenCall } from './dialect.ts';
import { readServerTime } from './server-time.ts';

/** What config.json says of an existing back end. */
export interface LegacyOptions {
  readonly names: BackEndNames;
  /** IANA zone of times without one. */
  readonly serverTimeZone: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields of bodies whose value has a name of its own there; `statusOf` has none. */
const renamedFields = { report: 'reports', action: 'actions' } as const satisfies Readonly<Record<string, keyof BackEndNames>>;

/** Every field of an answer that holds a time. */
const timeFields: ReadonlySet<string> = new Set(['expiry', 'createdat', 'created_at', 'date', 'date_and_time', 'startedAt', 'updatedAt']);

/** Fields that hold an IMEI; as a number it has lost its leading zeros (D10). */
const imeiFields: ReadonlySet<string> = new Set(['imei1', 'imei2', 'lastimei']);

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function mapOf(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names));
}

/** Their name to all of ours that it stands for. */
function oursByTheirs(names: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const ours = new Map<string, string[]>();
  for (const [name, theirs] of Object.entries(names)) ours.set(theirs, [...(ours.get(theirs) ?? []), name]);
  return ours;
}

function beyondFields({ beyond }: SpokenCall, part: 'body' | 'answer'): readonly string[] {
  return beyond === undefined || beyond === true ? [] : beyond[part];
}

function without(fields: Fields, left: readonly string[]): Fields {
  return left.some((name) => name in fields) ? Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name))) : fields;
}

/** Permissions in our names: of a session each by itself, in the list of permissions one entry each of theirs, so that its id stays its own. */
function permissionReader(names: BackEndNames['permissions']): (call: SpokenCall, entries: readonly unknown[]) => readonly unknown[] {
  const ours = oursByTheirs(names);
  const oursOf = (name: unknown): readonly unknown[] => (typeof name === 'string' ? (ours.get(name.trim()) ?? [name]) : [name]);
  return (call, entries) => entries.flatMap((entry) => {
    if (!isFields(entry)) return oursOf(entry);
    const read = oursOf(entry['permission_name']);
    const shown = call.path === calls.getPermissions.path && read.length > 1 ? [read.join(', ')] : read;
    return shown.map((permission_name) => ({ ...entry, permission_name }));
  });
}

/** Times as ISO 8601 in UTC and IMEIs as text, at any depth; text that is no time stays as it came. */
function valueReader(serverTimeZone: string): (value: unknown) => unknown {
  const timeOf = (text: string): string => {
    const at = readServerTime(text, serverTimeZone);
    return at === null ? text : new Date(at).toISOString();
  };
  const fieldOf = (name: string, value: unknown): unknown => {
    if (typeof value === 'string' && timeFields.has(name)) return timeOf(value);
    if (typeof value === 'number' && value > 0 && imeiFields.has(name)) return String(value).padStart(IMEI_LENGTH, '0');
    return read(value);
  };
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read);
    return isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fieldOf(name, field)])) : value;
  };
  return read;
}

/** The dialect of a back end that knows only the seeds (D1a): its names, nothing beyond the seeds, times in its zone, IMEIs that may come as numbers. */
export function legacyDialect({ names, serverTimeZone }: LegacyOptions): Dialect {
  const [paths, folders] = [mapOf(names.calls), mapOf(names.folders)];
  const renamed = new Map(Object.entries(renamedFields).map(([field, kind]) => [field, mapOf(names[kind])]));
  const readPermissions = permissionReader(names.permissions);
  const readValues = valueReader(serverTimeZone);
  const inTheirWords = ([field, value]: readonly [string, unknown]): readonly [string, unknown] =>
    [field, typeof value === 'string' ? (renamed.get(field)?.get(value) ?? value) : value];
  return {
    pathOf: ({ path, beyond }) => paths.get(path) ?? (beyond === true ? null : path),
    knowsField: (call, field) => !beyondFields(call, 'body').includes(field),
    filePathOf: (path) => {
      const [files = '', report = '', ...file] = path.split('/');
      return [folders.get(report) ?? `${files}/${report}`, ...file].join('/');
    },
    request: (call, body) => Object.fromEntries(Object.entries(without(body, beyondFields(call, 'body'))).map(inTheirWords)),
    reply: (call, value) => {
      const read = readValues(value);
      if (!isFields(read)) return read;
      const { permissions } = read;
      const known = without(read, beyondFields(call, 'answer'));
      return Array.isArray(permissions) ? { ...known, permissions: readPermissions(call, permissions) } : known;
    },
  };
}
