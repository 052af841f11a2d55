import { unpackImeiAnswer } from '../headless/packed-answer.ts';
import { withFile } from './read-again.ts';
import { readInBrowser, type BrowserReadOptions } from './read-in-browser.ts';
import type { ImeiFileAnswer } from '../headless/imei-file.ts';

/**
 * Reads a chosen file of IMEIs without blocking the page: CSV with the columns sno, imei1, an Excel workbook, or a
 * pasted list (B1 to B4, D10, D10a, D10b, D13, D14). Throws only for a bug of the console; what is wrong with the file
 * is part of the answer.
 */
export async function readImeiCsv(file: File, options: BrowserReadOptions = {}): Promise<ImeiFileAnswer> {
  return withFile(unpackImeiAnswer(await readInBrowser('imei', file, options)), file);
}
