import { PASTED_LIST_TYPE, TABLE_TYPE } from '../headless/imei-file.ts';
import { validRowsFile } from '../headless/writers.ts';

/** A list of IMEIs as the CSV file of the specification, with the columns sno and imei1 (B1). */
export function imeiListFile(imeis: readonly string[], name = 'imeis.csv'): File {
  return new File([...validRowsFile(Float64Array.from(imeis, Number))], name, { type: 'text/csv' });
}

/**
 * Text with IMEIs, as somebody has pasted it, as a file that `readImeiCsv` takes: one IMEI a line or several, parted by
 * commas, semicolons, tabs or spaces, or columns of a spreadsheet. What is wrong in it is told as of a CSV file, with
 * the number of its line.
 */
export function pastedListFile(text: string, name = 'pasted-list.csv'): File {
  return new File([text], name, { type: PASTED_LIST_TYPE });
}

/**
 * A text file as one whose columns are looked through as those of a workbook are: for another header than B1's, or
 * none. What is read is shown with its column, and another can be chosen.
 */
export const tableFileOf = (file: File): File => new File([file], file.name, { type: TABLE_TYPE });
