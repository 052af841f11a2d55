import { blobInSlices, pageClock } from '../../async/index.ts';
import { chunksOf, Refused } from '../headless/content.ts';
import { fileSource } from './file-source.ts';
import { fileReadAs, readingOf } from './read-as.ts';
import type { MendableFault } from '../headless/row-diagnosis.ts';
import { listedRowsFile } from '../headless/writers.ts';

/** A file's content from a writer's pieces, joined in slices so that the page stays responsive. */
export const csvBlob = (pieces: Iterable<string>): Promise<Blob> => blobInSlices(pieces, 'text/csv;charset=utf-8');

/** No text contains characters up to this one, nor the end of a DOS file. */
const LAST_CONTROL = 8;
const DOS_END = 0x1a;
const NO_TEXT = '\ufffd';

/** A chosen file unchanged, as CSV; null if it is not plain text in UTF-8, or can no longer be read. */
export async function plainCsv(file: File): Promise<Blob | null> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of chunksOf(fileSource(file), pageClock)) {
      if (bytes.some((byte) => byte <= LAST_CONTROL || byte === DOS_END)) return null;
      if (decoder.decode(bytes, { stream: true }).includes(NO_TEXT)) return null;
    }
  } catch (error) {
    // Moved or changed since it was read: use what was read.
    if (error instanceof Refused) return null;
    throw error;
  }
  return decoder.decode().includes(NO_TEXT) ? null : new Blob([file], { type: 'text/csv' });
}

/**
 * A list of IMEIs as the CSV file of the specification, with the columns sno and imei1 (B1). Other text in the list is
 * written as it is, for the reader to refuse; as a number it would become an IMEI that nobody meant.
 */
export function imeiListFile(imeis: readonly string[], name = 'imeis.csv'): File {
  return new File([...listedRowsFile(imeis)], name, { type: 'text/csv' });
}

/**
 * Turns pasted text with IMEIs into a file for `readImeiCsv`: one IMEI a line, several separated by commas, semicolons,
 * tabs or spaces, or columns of a spreadsheet. Faults have line numbers, as for a CSV file.
 */
export function pastedListFile(text: string, name = 'pasted-list.csv'): File {
  return fileReadAs(new File([text], name, { type: 'text/plain' }), { as: 'list' });
}

/**
 * Turns a text file into one whose columns are searched like a workbook's, with another header than B1's or none. The
 * column that was read is shown, and another can be chosen.
 */
export const tableFileOf = (file: File): File => fileReadAs(file, { as: 'table' });

/** The same text file, to be read as Windows-1252. */
export const windows1252FileOf = (file: File): File => fileReadAs(file, { encoding: 'windows-1252' });

/** The same file, of whose invalid rows those with these faults are used too, as their IMEI is certain (B3, D10). */
export const repairedFileOf = (file: File, faults: readonly MendableFault[]): File =>
  fileReadAs(file, { repairs: [...(readingOf(file).repairs ?? []), ...faults] });

/** The same file, of whose invalid rows none is used. */
export const unrepairedFileOf = (file: File): File => fileReadAs(file, { repairs: undefined });
