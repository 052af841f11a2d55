import type { BatchExtras, BatchResults, BatchRow, BatchRunner } from '@device-console/shared-lib/batch';
import {
  isNotificationFile,
  notificationRowsFile,
  type ImeiFile,
  type NotificationResultRow,
  type NotificationRow,
  type NotificationTemplate,
} from '@device-console/shared-lib/csv';
import { amountFormat, renderNotification, type AmountFormat, type RenderedNotification } from './templates.ts';

export interface NotificationMessage extends NotificationRow, RenderedNotification {
  readonly index: number;
}

/** A batch's rows with their messages, for the engine (T6). */
export interface NotificationBatch extends BatchExtras {
  readonly imeis: Float64Array;
  readonly amount: AmountFormat;
  /** Throws a RangeError for an index outside the batch. */
  messageAt(index: number): NotificationMessage;
  /** Without making its message. */
  templateAt(index: number): NotificationTemplate;
}

/** Messages are made on demand and not stored (T5). */
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
    templateAt: (index) => notifications.templateAt(index),
    at(index) {
      const { header, text, template } = messageAt(index);
      return { message: text, header, template };
    },
    copy: () => notificationRowsFile(notifications),
  };
}

// In this page names and amounts live as long as their batch's runner; what outlives the page is sealed (D15).
const byRunner = new WeakMap<BatchRunner, NotificationBatch>();

export function keepNotifications(runner: BatchRunner, batch: NotificationBatch): NotificationBatch {
  byRunner.set(runner, batch);
  return batch;
}

/** Undefined if this page has not read their file. */
export const keptNotifications = (runner: BatchRunner): NotificationBatch | undefined => byRunner.get(runner);

/** How many messages there are of each kind, and the first of them (T5). */
export function kindsOf({ imeis, templateAt, messageAt }: NotificationBatch) {
  const kinds = new Map<NotificationTemplate, { count: number; readonly first: number }>();
  for (let index = 0; index < imeis.length; index += 1) {
    const template = templateAt(index);
    const kind = kinds.get(template);
    if (kind) kind.count += 1;
    else kinds.set(template, { count: 1, first: index });
  }
  return [...kinds].map(([template, { count, first }]) => ({ template, count, sample: messageAt(first) }));
}

/** Undefined if unknown, never another device's. */
export function messageOfResult(
  batch: NotificationBatch,
  { imei }: BatchRow,
  index: number,
): NotificationMessage | undefined {
  if (index >= batch.imeis.length) return undefined;
  const message = batch.messageAt(index);
  return message.imei === imei ? message : undefined;
}

/** The finished devices, with their messages (B9, T6). */
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
