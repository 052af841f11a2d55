import { containerOf, openContent, UnreadableContent } from './content.ts';
import { fileFormats, type FileFormat, type FormatReading } from './file-formats.ts';
import { excessOf } from './file-limits.ts';
import { readCsvText, readListText } from './read-text.ts';
import { notificationList, type PackedNotificationRows } from './packed-notifications.ts';
import { notificationRowsFile, validRowsFile } from './writers.ts';
import { PASTED_LIST_TYPE, TABLE_TYPE, type CsvSource, type ReadOptions, type WorkbookSource } from './imei-file.ts';
import type { PackedAnswer } from './packed-answer.ts';
import type { Rejection } from './rejection.ts';

const csvTypes = new Set(['text/csv', 'application/vnd.ms-excel', '']);

/** True for a `.csv` name with the type text/csv, the one that Windows with Excel reports, or none (B1, D10). */
function isCsvFile(name: string, type: string): boolean {
  return /\.csv$/i.test(name) && csvTypes.has((type.split(';')[0] ?? '').trim().toLowerCase());
}

type Ending =
  | { readonly kind: 'rows'; readonly workbook?: WorkbookSource | undefined }
  | { readonly kind: 'rejected'; readonly rejection: Rejection; readonly workbook?: WorkbookSource | undefined }
  | { readonly kind: 'cancelled' };

const rejected = (rejection: Rejection): Ending => ({ kind: 'rejected', rejection });

/** The workbook code is loaded on first use. */
async function readFromWorkbook(
  format: FileFormat,
  { size }: CsvSource,
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  rows: FormatReading['rows'],
): Promise<Ending> {
  const reader = await import('./workbook/index.ts').catch((error: unknown) => String(error));
  return typeof reader === 'string'
    ? rejected({ kind: 'no-workbook-reader', cause: reader })
    : reader.readWorkbook(format, { size, chunks }, options, rows);
}

async function readRows(
  format: FileFormat,
  source: CsvSource,
  options: ReadOptions,
  rows: FormatReading['rows'],
): Promise<Ending> {
  const { name, type } = source;
  const content = await openContent(source.content);
  if (containerOf(content.head) !== 'text' || type === TABLE_TYPE)
    return readFromWorkbook(format, source, content.chunks, options, rows);
  if (type === PASTED_LIST_TYPE) {
    const ending = await readListText(content, options, rows);
    return ending.kind === 'rows' && rows.totals().total === 0 ? rejected({ kind: 'empty-list' }) : ended(ending);
  }
  if (!isCsvFile(name, type)) return rejected({ kind: 'not-csv' });
  return ended(await readCsvText(content, options, fileFormats[format].columns, rows));
}

function ended(ending: Awaited<ReturnType<typeof readCsvText>>): Ending {
  return ending.kind === 'headers' ? rejected(ending) : ending;
}

async function readOrExplain(...[format, source, options, rows]: Parameters<typeof readRows>): Promise<Ending> {
  try {
    return await readRows(format, source, options, rows);
  } catch (error) {
    if (error instanceof UnreadableContent) return rejected({ kind: 'unreadable', cause: error.message });
    throw error;
  }
}

function rowsRejection(ending: Ending, rows: FormatReading['rows']): Rejection | null {
  if (ending.kind === 'rejected') return ending.rejection;
  if (rows.valid > 0) return null;
  return { kind: rows.errors.lines.length > 0 ? 'no-valid-row' : 'no-row' };
}

function copyOf(imeis: Float64Array, notifications: PackedNotificationRows | null): Iterable<string> {
  return notifications ? notificationRowsFile(notificationList(imeis, notifications.columns)) : validRowsFile(imeis);
}

/**
 * Reads a batch file of a format: text 256 KB at a time, yielding after each, a workbook as a whole. The answer has the
 * form that a worker posts, with the faults of the file and its rows; no file makes this throw.
 */
export async function readPackedFile(
  format: FileFormat,
  source: CsvSource,
  options: ReadOptions,
): Promise<PackedAnswer> {
  const startedAt = options.now();
  const { rows, more } = fileFormats[format].begin();
  const ending = await readOrExplain(format, source, options, rows);
  if (ending.kind === 'cancelled') return ending;
  const rejection = rowsRejection(ending, rows);
  const common = {
    format,
    name: source.name,
    sizeBytes: source.size,
    errors: rows.errors,
    totals: rows.totals(),
    readingTimeMs: options.now() - startedAt,
    workbook: ending.workbook ?? null,
  };
  if (rejection) return { ...common, kind: 'rejected', rejection };
  const imeis = rows.values();
  const notifications = more();
  const excess =
    options.limits &&
    (await excessOf(
      options.limits,
      {
        // A workbook is compressed, so the size of its copy must be counted.
        fileBytes: ending.workbook ? Number.POSITIVE_INFINITY : source.size,
        validRows: imeis.length,
        copy: () => copyOf(imeis, notifications),
      },
      options.yieldNow,
    ));
  if (excess) return { ...common, kind: 'rejected', rejection: excess };
  return {
    ...common,
    kind: 'read',
    rows: imeis,
    duplicates: rows.duplicates,
    luhnLines: rows.luhnLines,
    notifications,
  };
}
