import { isImei } from '@device-console/shared-lib/contract';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import Papa from 'papaparse';
import { isoTime, type Clock } from '../../core/time/clock.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { registerDevices, type ImportedDevice, type RegisteredCounts } from './register-devices.ts';
import { inTransaction, type Store } from '../../core/store/store.ts';

const DEVICES_PER_TRANSACTION = 500;
const columns = ['imei1', 'imei2', 'brand', 'model', 'app_version', 'app_type'] as const;

interface ImportResult extends RegisteredCounts {
  /** Lines that were skipped, each with its reason. */
  readonly refused: readonly string[];
}

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
    const value = (name: string) => fields[names.indexOf(name)] ?? '';
    const [imei1, imei2] = [value('imei1'), value('imei2')];
    if (!isImei(imei1)) return `imei1 "${imei1}" is not 15 digits`;
    if (imei2 !== '' && !isImei(imei2)) return `imei2 "${imei2}" is not 15 digits`;
    return {
      imei1,
      imei2,
      brand: value('brand'),
      model: value('model'),
      app_version: value('app_version'),
      app_type: value('app_type'),
    };
  };
}

/** Registers a CSV file's devices; can be rerun after an interruption. Throws ConfigurationError for a wrong header. */
export async function importDevices(store: Store, file: string, clock: Clock): Promise<ImportResult> {
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
