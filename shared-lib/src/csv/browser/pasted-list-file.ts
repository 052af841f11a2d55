import { PASTED_LIST_TYPE } from '../headless/pasted-list.ts';

/**
 * Text with IMEIs, as somebody has pasted it, as a file that `readImeiCsv` takes: one IMEI a line or several, parted by
 * commas, semicolons, tabs or spaces, or columns of a spreadsheet. What is wrong in it is told as of a CSV file, with
 * the number of its line.
 */
export function pastedListFile(text: string, name = 'pasted-list.csv'): File {
  return new File([text], name, { type: PASTED_LIST_TYPE });
}
