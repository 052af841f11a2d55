import { chunksOf, TextStream } from './decode.ts';
import { fileFormats, type FileFormat } from './file-formats.ts';
import { excessOf } from './file-limits.ts';
import { findHeader } from './header.ts';
import { RowReader } from './rows.ts';
import { INCORRECT_FORMAT, INVALID_HEADERS, NOT_A_CSV_FILE } from './texts.ts';
import { notificationList, type PackedNotificationRows } from './packed-notifications.ts';
import { notificationRowsFile, validRowsFile } from './writers.ts';
import type { CsvSource, ReadOptions } from './imei-file.ts';
import type { PackedAnswer } from './packed-answer.ts';
import { t } from '../../i18n/own.ts';

const csvTypes = new Set(['text/csv', 'application/vnd.ms-excel', '']);

/** True for a `.csv` name with the type text/csv, the one that Windows with Excel reports, or none (B1, D10). */
function isCsvFile(name: string, type: string): boolean {
  return /\.csv$/i.test(name) && csvTypes.has((type.split(';')[0] ?? '').trim().toLowerCase());
}

type Ending =
  | { readonly kind: 'rows' }
  | { readonly kind: 'headers'; readonly found: string }
  | { readonly kind: 'unreadable'; readonly cause: string }
  | { readonly kind: 'cancelled' };

/** The content itself failed, for example because the file was moved. Anything else that throws is a bug. */
class UnreadableContent extends Error {}

async function* readable(content: CsvSource['content']): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(content);
  } catch (cause) {
    throw new UnreadableContent(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

class Reading {
  readonly #columns: readonly string[];
  readonly #format: ReturnType<(typeof fileFormats)[FileFormat]['begin']>;
  #reader: RowReader | null = null;
  #head = '';

  constructor(format: FileFormat) {
    this.#columns = fileFormats[format].columns;
    this.#format = fileFormats[format].begin();
  }

  get rows() {
    return this.#format.rows;
  }

  /** What a file of notifications has beyond IMEIs, once everything is read. */
  notifications() {
    return this.#format.more();
  }

  /** Takes the next text; returns the header that was found instead of the wanted one, or null when all is well. */
  take(text: string, ended: boolean): string | null {
    if (this.#reader) {
      this.#reader.read(text);
      return null;
    }
    this.#head += text;
    const header = findHeader(this.#head, this.#columns, ended);
    if (header.kind === 'unmatched') return header.found;
    if (header.kind === 'matched') {
      this.#head = '';
      this.rows.delimitedBy(header.delimiter);
      this.#reader = new RowReader(header.delimiter, header.newline, this.rows, header.line + 1);
      this.#reader.read(header.rest);
    }
    return null;
  }

  end(): void {
    this.#reader?.end();
  }
}

async function readAll(source: CsvSource, options: ReadOptions, reading: Reading): Promise<Ending> {
  const stream = new TextStream();
  let bytesRead = 0;
  for await (const bytes of readable(source.content)) {
    if (options.isCancelled?.() === true) return { kind: 'cancelled' };
    bytesRead += bytes.length;
    const found = reading.take(stream.read(bytes), false);
    if (found !== null) return { kind: 'headers', found };
    options.onProgress?.(bytesRead);
    await options.yieldNow();
  }
  const found = reading.take(stream.end(), true);
  if (found !== null) return { kind: 'headers', found };
  reading.end();
  return { kind: 'rows' };
}

async function readOrExplain(source: CsvSource, options: ReadOptions, reading: Reading): Promise<Ending> {
  try {
    return await readAll(source, options, reading);
  } catch (error) {
    if (error instanceof UnreadableContent) return { kind: 'unreadable', cause: error.message };
    throw error;
  }
}

function rejection(
  format: FileFormat,
  ending: Ending,
  rows: Reading['rows'],
  name: string,
): { reason: string; detail: string } | null {
  const { columns, noValidRow } = fileFormats[format];
  if (ending.kind === 'headers') {
    const found =
      ending.found === ''
        ? t('The file has no header line.')
        : t('The first line is "{found}".', { found: ending.found.trim() });
    return { reason: INVALID_HEADERS, detail: `${found} It must be: ${columns.join(',')}` };
  }
  if (ending.kind === 'unreadable') {
    return {
      reason: `${name} could not be read.`,
      detail: t('It may have been moved or changed while it was read. Choose the file again. ({cause})', {
        cause: ending.cause,
      }),
    };
  }
  if (rows.valid > 0) return null;
  const detail = rows.errors.length > 0 ? noValidRow : t('The file has no row below its header.');
  return { reason: INCORRECT_FORMAT, detail };
}

/** Returns the copy that a batch would upload of the file, in pieces. */
function copyOf(imeis: Float64Array, notifications: PackedNotificationRows | null): Iterable<string> {
  return notifications ? notificationRowsFile(notificationList(imeis, notifications.columns)) : validRowsFile(imeis);
}

/**
 * Reads a batch file of a format, 256 KB at a time, yielding after each; the answer has the form that a worker posts.
 * What is wrong with the file or a row is part of it; nothing in a file makes this throw.
 */
export async function readPackedFile(
  format: FileFormat,
  source: CsvSource,
  options: ReadOptions,
): Promise<PackedAnswer> {
  const startedAt = options.now();
  const reading = new Reading(format);
  const { rows } = reading;
  const isCsv = isCsvFile(source.name, source.type);
  const ending: Ending = isCsv ? await readOrExplain(source, options, reading) : { kind: 'rows' };
  if (ending.kind === 'cancelled') return ending;
  const rejected = isCsv ? rejection(format, ending, rows, source.name) : { reason: NOT_A_CSV_FILE, detail: '' };
  const common = {
    format,
    name: source.name,
    sizeBytes: source.size,
    errors: rows.errors.done(),
    totals: rows.totals(),
    readingTimeMs: options.now() - startedAt,
  };
  if (rejected) return { ...common, kind: 'rejected', ...rejected };
  const imeis = rows.values();
  const notifications = reading.notifications();
  const excess =
    options.limits &&
    (await excessOf(
      options.limits,
      { fileBytes: source.size, validRows: imeis.length, copy: () => copyOf(imeis, notifications) },
      options.yieldNow,
    ));
  if (excess) return { ...common, kind: 'rejected', ...excess };
  return {
    ...common,
    kind: 'read',
    rows: imeis,
    duplicates: rows.duplicates.done(),
    luhnLines: rows.luhnLines.done(),
    notifications,
  };
}
