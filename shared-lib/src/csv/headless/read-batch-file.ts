import { unpackImeiAnswer, unpackNotificationAnswer } from './packed-answer.ts';
import { readPackedFile } from './read-file.ts';
import type { CsvSource, ImeiFileAnswer, ReadOptions } from './imei-file.ts';
import type { NotificationFileAnswer } from './notification-file.ts';

/** Reads a batch file of the columns sno, imei1 (B1, B2, B4, D10, D13, D14). No file makes it throw. */
export async function readImeiFile(source: CsvSource, options: ReadOptions): Promise<ImeiFileAnswer> {
  return unpackImeiAnswer(await readPackedFile('imei', source, options));
}

/** Reads a file of sno, name, imei1, amount, date, template (T4, D10, D13, D14). No file makes it throw. */
export async function readNotificationFile(source: CsvSource, options: ReadOptions): Promise<NotificationFileAnswer> {
  return unpackNotificationAnswer(await readPackedFile('notification', source, options));
}
