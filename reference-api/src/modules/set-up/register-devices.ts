import { holdDevices } from '../../core/store/devices.ts';
import type { Schema } from '../../core/store/schema.ts';
import { type Database, inTransaction, type Store } from '../../core/store/store.ts';
import { isImei } from '@device-console/shared-lib/contract';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import Papa from 'papaparse';
import { type Clock, isoTime } from '../../core/time/clock.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';

const columns = ['imei1', 'imei2', 'brand', 'model', 'app_version', 'app_type'] as const;

type ImportedDevice = Pick<Schema['devices'], (typeof columns)[number]>;

/**
 * Registers new devices, and known ones again; if one is given twice, the first counts. Enrolled ones stay unchanged.
 * Locks devices in the same order as chunks of batches, so that they cannot deadlock.
 */
export async function registerDevices(db: Database, devices: readonly ImportedDevice[], at: string) {
  const given = new Map(devices.toReversed().map((device) => [device.imei1, device]));
  const statuses = await holdDevices(db, [...given.keys()]);
  const changed = [...given.values()]
    .filter(({ imei1 }) => statuses.get(imei1) !== 'ENROLLED')
    .toSorted((left, right) => left.imei1.localeCompare(right.imei1));
  const again = changed.filter(({ imei1 }) => statuses.has(imei1));
  if (changed.length > 0) await insertRegistered(db, changed, at);
  if (again.length > 0)
    await db
      .insertInto('enrolments')
      .values(again.map(({ imei1, imei2 }) => ({ imei1, imei2, action: 'RE-REGISTERED' as const, created_at: at })))
      .execute();
  return {
    registered: changed.length - again.length,
    reRegistered: again.length,
    unchanged: devices.length - changed.length,
  };
}

async function insertRegistered(db: Database, devices: readonly ImportedDevice[], at: string): Promise<void> {
  const state = { claim_status: 'ENROLLED' as const, registration_status: 'REGISTERED', updated_at: at };
  await db
    .insertInto('devices')
    .values(devices.map((device) => ({ ...device, ...state, last_command: '', last_command_at: null, created_at: at })))
    .onConflict((conflict) =>
      conflict.column('imei1').doUpdateSet(({ ref }) => ({
        ...state,
        ...Object.fromEntries(columns.slice(1).map((column) => [column, ref(`excluded.${column}`)])),
      })),
    )
    .execute();
  const common = { matched: 'YES', registration_status: 'REGISTERED', created_at: at } as const;
  await db
    .insertInto('registrations')
    .values(devices.map(({ imei1, imei2, brand, model }) => ({ imei1, imei2, brand, model, ...common })))
    .execute();
}

const DEVICES_PER_TRANSACTION = 500;
const UNCLOSED_QUOTE = 'a quotation mark is opened and not closed';

/** Returns the fields of one line; null if a quotation mark is not closed, so that the fields are unclear. */
function fieldsOf(line: string): readonly string[] | null {
  const { data, errors } = Papa.parse<string[]>(line, { delimiter: ',', newline: '\n' });
  return errors.length > 0 ? null : (data[0] ?? ['']).map((field) => field.trim());
}

type ReadLine = (line: string) => ImportedDevice | string;

function readerFor(header: string): ReadLine {
  const names = (fieldsOf(header.replace(/^\uFEFF/, '')) ?? []).map((name) =>
    name.toLowerCase().replace('appversion', 'app_version').replace('apptype', 'app_type'),
  );
  if (!names.includes('imei1'))
    throw new ConfigurationError(
      `The file's first line must name its columns: ${columns.join(',')}; imei1 is missing.`,
    );
  return (line) => {
    const fields = fieldsOf(line);
    if (!fields) return UNCLOSED_QUOTE;
    const values = columns.map((column) => [column, fields[names.indexOf(column)] ?? '']);
    const device = Object.fromEntries(values) as ImportedDevice;
    if (!isImei(device.imei1)) return `imei1 "${device.imei1}" is not 15 digits`;
    if (device.imei2 !== '' && !isImei(device.imei2)) return `imei2 "${device.imei2}" is not 15 digits`;
    return device;
  };
}

/**
 * Registers a CSV file's devices; can be rerun after an interruption. `refused` are the lines that were skipped, each
 * with its reason. Throws ConfigurationError for a wrong header.
 */
export async function importDevices(store: Store, file: string, clock: Clock) {
  const counts = { registered: 0, reRegistered: 0, unchanged: 0 };
  const refused: string[] = [];
  let read: ReadLine | undefined;
  let waiting: ImportedDevice[] = [];
  let line = 0;
  const flush = () =>
    inTransaction(store.db, async (tx) => {
      const more = await registerDevices(tx, waiting, isoTime(clock.now()));
      counts.registered += more.registered;
      counts.reRegistered += more.reRegistered;
      counts.unchanged += more.unchanged;
      waiting = [];
    });
  for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    line += 1;
    if (!read) {
      read = readerFor(text);
    } else if (text.trim() !== '') {
      const device = read(text);
      if (typeof device === 'string') refused.push(`line ${line}: ${device}`);
      else waiting.push(device);
      if (waiting.length >= DEVICES_PER_TRANSACTION) await flush();
    }
  }
  await flush();
  return { ...counts, refused };
}
