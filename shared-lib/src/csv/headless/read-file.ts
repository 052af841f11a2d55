import { CancelledReading, containerOf, openContent, UnreadableContent } from './content.ts';
import { type FileFormat, fileFormats, type FileRows } from './file-rows.ts';
import { excessOf } from './file-limits.ts';
import {
  PASTED_LIST_TYPE,
  rejected,
  TABLE_TYPE,
  type CsvSource,
  type Ending,
  type ReadOptions,
  type Rejection,
} from './imei-file.ts';
import { notificationList, type PackedAnswer } from './packed-answer.ts';
import { CsvText, ListText, readText } from './read-text.ts';
import { notificationRowsFile, validRowsFile } from './writers.ts';

const csvTypes = new Set(['text/csv', 'application/vnd.ms-excel', '']);

/** True for a `.csv` name with the type text/csv, the one that Windows with Excel reports, or none (B1, D10). */
function isCsvFile(name: string, type: string): boolean {
  return /\.csv$/i.test(name) && csvTypes.has((type.split(';')[0] ?? '').trim().toLowerCase());
}

async function readRows(
  format: FileFormat,
  { name, type, size, content }: CsvSource,
  options: ReadOptions,
  rows: FileRows,
): Promise<Ending> {
  const opened = await openContent(content, options);
  if (containerOf(opened.head) !== 'text' || type === TABLE_TYPE) {
    // The code for workbooks is loaded on first use.
    const reader = await import('./workbook/read-workbook.ts').catch((error: unknown) => String(error));
    if (typeof reader === 'string') return rejected({ kind: 'no-workbook-reader', cause: reader });
    return reader.readWorkbook(format, { size, chunks: opened.chunks }, options, rows);
  }
  if (type === PASTED_LIST_TYPE) {
    const ending = await readText(opened, new ListText(rows));
    return ending.kind === 'rows' && rows.totals().total === 0 ? rejected({ kind: 'empty-list' }) : ending;
  }
  if (!isCsvFile(name, type)) return rejected({ kind: 'not-csv' });
  return readText(opened, new CsvText(fileFormats[format].columns, rows));
}

function explained(error: unknown): Ending {
  if (error instanceof CancelledReading) return { kind: 'cancelled' };
  if (error instanceof UnreadableContent) return rejected({ kind: 'unreadable', cause: error.message });
  throw error;
}

/** Why the file as a whole cannot be used; null if it can. */
async function rejectionOf(
  ending: Exclude<Ending, { kind: 'cancelled' }>,
  rows: FileRows,
  imeis: Float64Array,
  size: number,
  { limits, yieldNow }: ReadOptions,
): Promise<Rejection | null> {
  if (ending.kind === 'rejected') return ending.rejection;
  if (imeis.length === 0) return { kind: rows.errors.lines.length > 0 ? 'no-valid-row' : 'no-row' };
  if (!limits) return null;
  const { notifications } = rows;
  const copy = () =>
    notifications ? notificationRowsFile(notificationList(imeis, notifications)) : validRowsFile(imeis);
  // A workbook is compressed, so the size of its copy must be counted.
  const fileBytes = ending.workbook ? Number.POSITIVE_INFINITY : size;
  return excessOf(limits, { validRows: imeis.length, fileBytes, copy }, yieldNow);
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
  const rows = fileFormats[format].begin();
  const ending = await readRows(format, source, options, rows).catch(explained);
  if (ending.kind === 'cancelled') return ending;
  const readingTimeMs = options.now() - startedAt;
  const imeis = rows.values();
  const rejection = await rejectionOf(ending, rows, imeis, source.size, options);
  const { errors, duplicates, luhnLines, notifications } = rows;
  const common = {
    format,
    name: source.name,
    sizeBytes: source.size,
    readingTimeMs,
    errors,
    totals: rows.totals(),
    workbook: (ending.kind === 'rows' && ending.workbook) || null,
  };
  return rejection
    ? { ...common, kind: 'rejected', rejection }
    : { ...common, kind: 'read', rows: imeis, duplicates, luhnLines, notifications };
}
