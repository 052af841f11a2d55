import type { DuplicateRow, ImeiFile, RejectedFile, RowList } from './imei-file.ts';

/** What a notification may be about: a reminder, due today, past due (T4, T5). */
export const notificationTemplates = ['Pre', 'Due', 'Post'] as const;

/** One of {@link notificationTemplates}, spelt as in the file and on the wire (T4). */
export type NotificationTemplate = (typeof notificationTemplates)[number];

/** The columns of a notification file, in order (T4). */
export const notificationColumns = ['sno', 'name', 'imei1', 'amount', 'date', 'template'] as const;

/** A valid row of a notification file (T4). */
export interface NotificationRow {
  readonly imei: string;
  readonly name: string;
  /** Digits with exactly two decimals, such as 1250.00. */
  readonly amount: string;
  /** DD/MM/YYYY. */
  readonly date: string;
  readonly template: NotificationTemplate;
}

/** The valid rows of a notification file, made on demand. */
export interface NotificationList extends RowList<NotificationRow> {
  /** The dates of all rows as numbers YYYYMMDD, to judge a hundred thousand rows at once. */
  readonly days: readonly number[];
  /** The template of the row at an index from 0; throws a RangeError outside the list. */
  templateAt(index: number): NotificationTemplate;
}

/** Valid rows that repeat something, with their places among the valid rows. */
export interface RepeatedRows extends RowList<DuplicateRow> {
  readonly indices: readonly number[];
}

/** The repeats among a notification file's valid rows; none is left out without asking (D13a). */
export interface NotificationRepeats {
  /** Another message for an earlier IMEI, such as a second instalment. */
  readonly imeis: RepeatedRows;
  /** Equal to an earlier row in everything but its number. */
  readonly rows: RepeatedRows;
}

/** A notification file with a valid row; `notifications` matches `rows`, where an IMEI may repeat (T4, D14). */
export interface NotificationFile extends ImeiFile {
  readonly notifications: NotificationList;
  readonly repeats: NotificationRepeats;
}

/** The result of reading a notification file. */
export type NotificationFileAnswer = NotificationFile | RejectedFile | { readonly kind: 'cancelled' };
