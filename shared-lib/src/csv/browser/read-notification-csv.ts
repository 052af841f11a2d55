import { unpackNotificationAnswer } from '../headless/packed-answer.ts';
import { withFile } from './read-again.ts';
import { readInBrowser, type BrowserReadOptions } from './read-in-browser.ts';
import type { NotificationFileAnswer } from '../headless/notification-file.ts';

/**
 * Reads a chosen file of the columns sno, name, imei1, amount, date, template without blocking the page (T4, B3, B4,
 * D10, D13, D14). Throws only for a bug of the console; what is wrong with the file is part of the answer.
 */
export async function readNotificationCsv(
  file: File,
  options: BrowserReadOptions = {},
): Promise<NotificationFileAnswer> {
  return withFile(unpackNotificationAnswer(await readInBrowser('notification', file, options)), file);
}
