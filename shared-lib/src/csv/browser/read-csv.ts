import { unpackImeiAnswer, unpackNotificationAnswer } from '../headless/packed-answer.ts';
import { readInBrowser, type BrowserReadOptions } from './read-in-browser.ts';
import { PASTED_LIST_TYPE, type ImeiFile, type ImeiFileAnswer } from '../headless/imei-file.ts';
import type { NotificationFileAnswer } from '../headless/notification-file.ts';

const files = new WeakMap<object, File>();

/** Keeps the file as long as its result lives. */
function withFile<Answer extends object>(answer: Answer, file: File): Answer {
  files.set(answer, file);
  return answer;
}

/** The file of a result of `readImeiCsv` or `readNotificationCsv`; else undefined. */
export const chosenFileOf = (answer: object): File | undefined => files.get(answer);

/** The chosen file if all its rows are used, to be uploaded unchanged (D26a); undefined if a copy is needed. */
export function wholeFileOf(answer: ImeiFile): File | undefined {
  const { total, valid } = answer.totals;
  const file = chosenFileOf(answer);
  return total === valid && answer.workbook === undefined && file?.type !== PASTED_LIST_TYPE ? file : undefined;
}

/**
 * Reads a chosen file of IMEIs without blocking the page: CSV with the columns sno, imei1, an Excel workbook, or a
 * pasted list (B1 to B4, D10, D10a, D10b, D13, D14). Faults of the file are part of the answer; throws only for a bug.
 */
export async function readImeiCsv(file: File, options: BrowserReadOptions = {}): Promise<ImeiFileAnswer> {
  return withFile(unpackImeiAnswer(await readInBrowser('imei', file, options)), file);
}

/**
 * Reads a chosen file of the columns sno, name, imei1, amount, date, template without blocking the page (T4, B3, B4,
 * D10, D13, D14). Faults of the file are part of the answer; throws only for a bug.
 */
export async function readNotificationCsv(
  file: File,
  options: BrowserReadOptions = {},
): Promise<NotificationFileAnswer> {
  return withFile(unpackNotificationAnswer(await readInBrowser('notification', file, options)), file);
}
