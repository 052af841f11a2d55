import { PASTED_LIST_TYPE, TABLE_TYPE } from '../headless/imei-file.ts';
import { validRowsFile } from '../headless/writers.ts';

/** A list of IMEIs as the CSV file of the specification, with the columns sno and imei1 (B1). */
export function imeiListFile(imeis: readonly string[], name = 'imeis.csv'): File {
  return new File([...validRowsFile(Float64Array.from(imeis, Number))], name, { type: 'text/csv' });
}

/**
 * Turns pasted text with IMEIs into a file for `readImeiCsv`: one IMEI a line, several separated by commas, semicolons,
 * tabs or spaces, or columns of a spreadsheet. Faults have line numbers, as for a CSV file.
 */
export function pastedListFile(text: string, name = 'pasted-list.csv'): File {
  return new File([text], name, { type: PASTED_LIST_TYPE });
}

/**
 * Turns a text file into one whose columns are searched like a workbook's, with another header than B1's or none. The
 * column that was read is shown, and another can be chosen.
 */
export const tableFileOf = (file: File): File => new File([file], file.name, { type: TABLE_TYPE });
