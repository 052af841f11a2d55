import { CancelledReading, chunksOf, containerOf, encodingOf, headOf, NotUtf8, Refused } from './content.ts';
import { type FileFormat, fileFormats, type FileRows } from './file-rows.ts';
import { checkLimits } from './file-limits.ts';
import { type CsvSource, type ReadOptions, type Rejection, type WorkbookSource } from './imei-file.ts';
import { notificationList, type PackedAnswer } from './packed-answer.ts';
import type * as ReadWorkbook from './workbook/read-workbook.ts';
import { CsvText, ListText, readText } from './read-text.ts';
import { notificationRowsFile, validRowsFile } from './writers.ts';

/** Reads the rows of a workbook. */
export type WorkbookReader = typeof ReadWorkbook.readWorkbook;

/** How a file is read, and by what. */
export interface FileReadOptions extends ReadOptions {
  /** Fetches the code for workbooks, which is large; absent: they are refused. */
  readonly workbookReader?: (() => Promise<WorkbookReader>) | undefined;
}

const csvTypes = new Set(['text/csv', 'application/vnd.ms-excel', '']);

/** True for a `.csv` name with the type text/csv, the one that Windows with Excel reports, or none (B1, D10). */
function isCsvFile(name: string, type: string): boolean {
  return /\.csv$/i.test(name) && csvTypes.has((type.split(';')[0] ?? '').trim().toLowerCase());
}

async function workbookReaderOf({ workbookReader }: FileReadOptions): Promise<WorkbookReader> {
  if (!workbookReader) throw new Refused({ kind: 'no-workbook-reader', cause: 'this code reads text alone' });
  return workbookReader().catch((error: unknown) => {
    throw new Refused({ kind: 'no-workbook-reader', cause: String(error) });
  });
}

/** Reads the rows of a file; for a workbook, returns where they were. Throws {@link NotUtf8}. */
async function readRows(
  format: FileFormat,
  source: CsvSource,
  options: FileReadOptions,
  rows: FileRows,
): Promise<WorkbookSource | null> {
  const { name, type } = source;
  const head = await headOf(source);
  if (containerOf(head) !== 'text' || options.as === 'table') {
    const readWorkbook = await workbookReaderOf(options);
    return readWorkbook(format, source, options, rows);
  }
  const isList = options.as === 'list';
  if (!isList && !isCsvFile(name, type)) throw new Refused({ kind: 'not-csv' });
  const reader = isList ? new ListText(rows) : new CsvText(fileFormats[format].columns, rows);
  await readText(options.encoding ?? encodingOf(head), chunksOf(source, options), reader);
  if (isList && rows.totals().total === 0) throw new Refused({ kind: 'empty-list' });
  return null;
}

const BEYOND_ASCII = /[^\0-\x7f]/;
/** Enough to recognise an encoding by. */
const NAMES_SHOWN = 5;

/** The first texts of the rows that a wrong encoding would break. */
function textsBeyondAscii({ notifications, errors }: FileRows): readonly string[] {
  const names = new Set(notifications?.names.filter((name) => BEYOND_ASCII.test(name)));
  const rows = errors.data.filter((data) => BEYOND_ASCII.test(data));
  return [...names, ...rows].slice(0, NAMES_SHOWN);
}

/**
 * Reads the rows of a file into those that `begin` gives. Text that is not UTF-8 is read again as Windows-1252, which
 * has the same digits; but if a text that goes out depends on it, the operator decides.
 */
async function readEncoded(
  format: FileFormat,
  source: CsvSource,
  options: FileReadOptions,
  begin: () => FileRows,
): Promise<WorkbookSource | null> {
  try {
    return await readRows(format, source, options, begin());
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    const rows = begin();
    const workbook = await readRows(format, source, { ...options, encoding: 'windows-1252' }, rows);
    const names = format === 'imei' ? [] : textsBeyondAscii(rows);
    if (names.length === 0) return workbook;
    begin();
    throw new Refused({ kind: 'encoding', names });
  }
}

async function checkFile(
  rows: FileRows,
  imeis: Float64Array,
  fileBytes: number,
  { limits, yieldNow }: ReadOptions,
): Promise<void> {
  if (imeis.length === 0) throw new Refused({ kind: rows.errors.lines.length > 0 ? 'no-valid-row' : 'no-row' });
  const { notifications } = rows;
  const copy = () =>
    notifications ? notificationRowsFile(notificationList(imeis, notifications)) : validRowsFile(imeis);
  if (limits) await checkLimits(limits, { validRows: imeis.length, fileBytes, copy }, yieldNow);
}

/**
 * Reads a batch file of a format: text 256 KB at a time, yielding after each, a workbook as a whole. The answer has the
 * form that a worker posts, with the faults of the file and its rows; no file makes this throw.
 */
export async function readPackedFile(
  format: FileFormat,
  source: CsvSource,
  options: FileReadOptions,
): Promise<PackedAnswer> {
  const startedAt = options.now();
  let rows = fileFormats[format].begin(options);
  const begin = (): FileRows => {
    rows = fileFormats[format].begin(options);
    return rows;
  };
  let readingTimeMs = 0;
  let workbook: WorkbookSource | null = null;
  let rejection: Rejection | null = null;
  try {
    workbook = await readEncoded(format, source, options, begin).finally(() => {
      readingTimeMs = options.now() - startedAt;
    });
    // A workbook is compressed, so the size of its copy must be counted.
    await checkFile(rows, rows.values(), workbook ? Number.POSITIVE_INFINITY : source.size, options);
  } catch (error) {
    if (error instanceof CancelledReading) return { kind: 'cancelled' };
    if (!(error instanceof Refused)) throw error;
    ({ rejection } = error);
  }
  const { errors, duplicates, luhnLines, notifications, isRewritten, repaired } = rows;
  const { name, size: sizeBytes } = source;
  const common = { format, name, sizeBytes, readingTimeMs, errors, totals: rows.totals(), workbook };
  return rejection
    ? { ...common, kind: 'rejected', rejection }
    : { ...common, kind: 'read', rows: rows.values(), duplicates, luhnLines, notifications, isRewritten, repaired };
}
