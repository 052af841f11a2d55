import {
  type FileFormat,
  fileFormats,
  type PackedDuplicates,
  type PackedErrors,
  type PackedNotifications,
} from './file-rows.ts';
import { imeiText } from './imei-cell.ts';
import type {
  DuplicateRow,
  ImeiFile,
  ImeiFileAnswer,
  RejectedFile,
  Rejection,
  RepairedRow,
  RowList,
  WorkbookSource,
} from './imei-file.ts';
import {
  amountText,
  dateText,
  type NotificationFileAnswer,
  type NotificationList,
  notificationTemplates,
} from './notification-file.ts';
import { rejectionTexts } from './rejection-texts.ts';
import { HEADERS_NOT_MATCHED, INVALID_HEADERS } from './texts.ts';

interface PackedCommon extends Pick<ImeiFile, 'name' | 'sizeBytes' | 'readingTimeMs' | 'totals'> {
  readonly format: FileFormat;
  readonly errors: PackedErrors;
  readonly workbook: WorkbookSource | null;
}

/** A reading's answer in columns, which a worker posts to the page. */
export type PackedAnswer =
  | (PackedCommon & {
      readonly kind: 'read';
      readonly rows: Float64Array;
      readonly duplicates: PackedDuplicates;
      readonly luhnLines: readonly number[];
      readonly notifications: PackedNotifications | null;
      readonly isRewritten: boolean;
      readonly repaired: readonly RepairedRow[];
    })
  | (PackedCommon & { readonly kind: 'rejected'; readonly rejection: Rejection })
  | { readonly kind: 'cancelled' };

/** A {@link RowList} that makes each row on demand. */
export function rowList<Row>(length: number, make: (index: number) => Row): RowList<Row> {
  return {
    length,
    at: (index) => (Number.isInteger(index) && index >= 0 && index < length ? make(index) : undefined),
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index += 1) yield make(index);
    },
  };
}

export function duplicateList({ lines, imeis, firstLines }: PackedDuplicates): RowList<DuplicateRow> {
  return rowList(lines.length, (index) => ({
    line: lines[index] ?? 0,
    imei: imeiText(imeis[index] ?? 0),
    firstLine: firstLines[index] ?? 0,
  }));
}

export function notificationList(imeis: Float64Array, packed: PackedNotifications): NotificationList {
  const templateAt = (index: number) => {
    const template = notificationTemplates[packed.templates[index] ?? notificationTemplates.length];
    if (template === undefined)
      throw new RangeError(`Row ${String(index)} is outside this list of ${String(imeis.length)} notifications.`);
    return template;
  };
  const rows = rowList(imeis.length, (index) => ({
    imei: imeiText(imeis[index] ?? 0),
    name: packed.names[index] ?? '',
    amount: amountText(packed.amounts[index] ?? 0),
    date: dateText(packed.days[index] ?? 0),
    template: templateAt(index),
  }));
  return { ...rows, lines: packed.lines, days: packed.days, templateAt };
}

const offers: Partial<Readonly<Record<Rejection['kind'], RejectedFile['offer']>>> = {
  headers: 'table',
  encoding: 'windows-1252',
};

/** The one row of a file rejected for its header (B1). */
const headerRow = { line: 1, data: INVALID_HEADERS, error: HEADERS_NOT_MATCHED };

/** The result of a file of sno, imei1 as screens use it; its lists make their rows on demand. */
export function unpackImeiAnswer(answer: PackedAnswer): ImeiFileAnswer {
  if (answer.kind === 'cancelled') return answer;
  const { format, name, sizeBytes, readingTimeMs, totals, workbook } = answer;
  const { lines, data, codes } = answer.errors;
  const errors = rowList(lines.length, (index) => ({
    line: lines[index] ?? 0,
    data: data[index] ?? '',
    error: fileFormats[format].errorText(codes[index] ?? 0),
  }));
  const common = { name, sizeBytes, readingTimeMs, totals, ...(workbook && { workbook }) };
  if (answer.kind === 'rejected') {
    const { rejection } = answer;
    const listed = rejection.kind === 'headers' ? rowList(1, () => headerRow) : errors;
    const offer = offers[rejection.kind];
    return {
      ...common,
      kind: 'rejected',
      ...rejectionTexts(rejection, answer),
      errors: listed,
      rejection: rejection.kind,
      offer,
    };
  }
  return {
    ...common,
    kind: 'read',
    errors,
    rows: answer.rows,
    duplicates: duplicateList(answer.duplicates),
    warnings: { count: answer.luhnLines.length, lines: answer.luhnLines },
    isRewritten: answer.isRewritten,
    ...(answer.repaired.length > 0 && { repaired: answer.repaired }),
  };
}

/** Like {@link unpackImeiAnswer}, for a notification file. Throws for another format's answer, a bug. */
export function unpackNotificationAnswer(answer: PackedAnswer): NotificationFileAnswer {
  const file = unpackImeiAnswer(answer);
  if (file.kind !== 'read') return file;
  if (answer.kind !== 'read' || !answer.notifications)
    throw new Error(`${file.name} was not read as a file of notifications.`);
  const { imeis, rows, places } = answer.notifications.repeats;
  return {
    ...file,
    notifications: notificationList(file.rows, answer.notifications),
    repeats: { imeis: duplicateList(imeis), rows: duplicateList(rows), places },
  };
}
