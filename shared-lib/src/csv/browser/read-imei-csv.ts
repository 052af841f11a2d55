import { unpackImeiAnswer } from '../headless/packed-answer.ts';
import { readInBrowser, type BrowserReadOptions } from './read-in-browser.ts';
import type { ImeiFileAnswer } from '../headless/imei-file.ts';

/**
 * Reads a chosen file of the columns sno, imei1 without blocking the page (B1 to B4, D10, D13, D14). Throws only for a
 * bug of the console; what is wrong with the file is part of the answer.
 */
export async function readImeiCsv(file: File, options: BrowserReadOptions = {}): Promise<ImeiFileAnswer> {
  return unpackImeiAnswer(await readInBrowser('imei', file, options));
}
