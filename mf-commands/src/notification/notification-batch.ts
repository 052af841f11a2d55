import type { BatchExtras, BatchResults, BatchRow, BatchRunner } from '@device-console/shared-lib/batch';
import {
  isNotificationFile,
  notificationRowsFile,
  type ImeiFile,
  type NotificationResultRow,
  type NotificationRow,
} from '@device-console/shared-lib/csv';
import { amountFormat, renderNotification, type AmountFormat, type RenderedNotification } from './templates.ts';

export interface NotificationMessage extends NotificationRow, RenderedNotification {
  readonly index: number;
}

/** The notifications of one batch: its rows with their messages, and what the engine sends (T6). */
export interface NotificationBatch extends BatchExtras {
  readonly imeis: Float64Array;
  readonly amount: AmountFormat;
  /** The message at an index from 0. Throws a RangeError for an index outside the batch. */
  messageAt(index: number): NotificationMessage;
}

/** The notifications of a file. Messages are made on demand and not stored (T5). */
export function notificationBatch(file: ImeiFile, currency: string): NotificationBatch {
  if (!isNotificationFile(file)) throw new Error(`${file.name} was not read as a file of notifications.`);
  const { notifications } = file;
  const amount = amountFormat(currency);
  const messageAt = (index: number): NotificationMessage => {
    const row = notifications.at(index);
    if (!row) throw new RangeError(`Row ${index} is outside this batch of ${notifications.length} notifications.`);
    return { ...row, ...renderNotification(row, amount), index };
  };
  return {
    imeis: file.rows,
    amount,
    messageAt,
    at(index) {
      const { header, text, template } = messageAt(index);
      return { message: text, header, template };
    },
    copy: () => notificationRowsFile(notifications),
  };
}

// In this page names and amounts live as long as the runner of the batch that they belong to; what outlives the page is
// sealed (D15).
const byRunner = new WeakMap<BatchRunner, NotificationBatch>();

export function keepNotifications(runner: BatchRunner, batch: NotificationBatch): NotificationBatch {
  byRunner.set(runner, batch);
  return batch;
}

/** The notifications of a runner's batch; undefined if this page has not read their file. */
export const keptNotifications = (runner: BatchRunner): NotificationBatch | undefined => byRunner.get(runner);

/** The message of a result row; undefined if unknown, never that of another device. */
export function messageOfResult(
  batch: NotificationBatch,
  { imei }: BatchRow,
  index: number,
): NotificationMessage | undefined {
  if (index >= batch.imeis.length) return undefined;
  const message = batch.messageAt(index);
  return message.imei === imei ? message : undefined;
}

/** The devices that are done, with their messages (B9, T6). */
export function* resultRows(notifications: NotificationBatch, results: BatchResults): Generator<NotificationResultRow> {
  for (let index = 0; index < results.length; index += 1) {
    const row = results.rowAt(index);
    if (row.status === 'pending') continue;
    const unknown = { name: '', amount: '', date: '', template: '', header: '', text: '' } as const;
    yield {
      ...(messageOfResult(notifications, row, index) ?? unknown),
      row: row.row,
      imei: row.imei,
      status: row.status,
    };
  }
}
