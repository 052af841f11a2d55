import { fileFormats, type FileFormat } from './file-formats.ts';
import { notificationList, type PackedNotificationRows } from './packed-notifications.ts';
import { duplicateList, errorList, rowList, type PackedDuplicates, type PackedErrors } from './row-problems.ts';
import { repeatsOf } from './repeats.ts';
import { rejectionTexts } from './rejection-texts.ts';
import { HEADERS_NOT_MATCHED, INVALID_HEADERS } from './texts.ts';
import type { ImeiFileAnswer, ImeiFileTotals, WorkbookSource } from './imei-file.ts';
import type { NotificationFileAnswer } from './notification-file.ts';
import type { Rejection } from './rejection.ts';

interface PackedCommon {
  readonly format: FileFormat;
  readonly name: string;
  readonly sizeBytes: number;
  readonly readingTimeMs: number;
  readonly errors: PackedErrors;
  readonly totals: ImeiFileTotals;
  readonly workbook: WorkbookSource | null;
}

/** A reading's answer in columns, which a worker posts to the page. */
export type PackedAnswer =
  | (PackedCommon & {
      readonly kind: 'read';
      readonly rows: Float64Array;
      readonly duplicates: PackedDuplicates;
      readonly luhnLines: readonly number[];
      readonly notifications: PackedNotificationRows | null;
    })
  | (PackedCommon & { readonly kind: 'rejected'; readonly rejection: Rejection })
  | { readonly kind: 'cancelled' };

/** The one row of a file rejected for its header (B1). */
const headerRow = { line: 1, data: INVALID_HEADERS, error: HEADERS_NOT_MATCHED };

/** The result of a file of sno, imei1 as screens use it; its lists make their rows on demand. */
export function unpackImeiAnswer(answer: PackedAnswer): ImeiFileAnswer {
  if (answer.kind === 'cancelled') return answer;
  const { name, sizeBytes, readingTimeMs, totals } = answer;
  const common = {
    name,
    sizeBytes,
    readingTimeMs,
    totals,
    errors: errorList(answer.errors, fileFormats[answer.format].errorText),
    ...(answer.workbook && { workbook: answer.workbook }),
  };
  if (answer.kind === 'rejected') {
    const errors = answer.rejection.kind === 'headers' ? rowList(1, () => headerRow) : common.errors;
    return { ...common, kind: 'rejected', ...rejectionTexts(answer.rejection, answer), errors };
  }
  return {
    ...common,
    kind: 'read',
    rows: answer.rows,
    duplicates: duplicateList(answer.duplicates),
    warnings: { count: answer.luhnLines.length, lines: answer.luhnLines },
  };
}

/** Like {@link unpackImeiAnswer}, for a notification file. Throws for another format's answer, a bug. */
export function unpackNotificationAnswer(answer: PackedAnswer): NotificationFileAnswer {
  const file = unpackImeiAnswer(answer);
  if (file.kind !== 'read') return file;
  if (answer.kind !== 'read' || !answer.notifications)
    throw new Error(`${file.name} was not read as a file of notifications.`);
  const { columns, repeats } = answer.notifications;
  return { ...file, notifications: notificationList(file.rows, columns), repeats: repeatsOf(repeats) };
}
