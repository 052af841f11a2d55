import { notificationColumns } from './notification-file.ts';
import { NotificationRows } from './notification-rows.ts';
import { notificationErrorText } from './notification-texts.ts';
import { imeiErrorText, rowErrorCode } from './texts.ts';
import { FileRows } from './file-rows.ts';
import { readImeiCell } from './imei-cell.ts';
import { addDuplicate } from './row-problems.ts';
import type { PackedNotificationRows } from './packed-notifications.ts';
import { t } from '../../i18n/own.ts';

/** Judges the rows of an IMEI file one by one (B2, D10, D13): valid, invalid, or a repetition, which is dropped. */
class ImeiRows extends FileRows {
  constructor() {
    super(2, rowErrorCode);
  }

  protected override judge(cells: readonly string[], line: number): void {
    const imei = readImeiCell(cells[1] ?? '');
    if (typeof imei !== 'number') {
      this.incorrect(cells, line, imei === 'excel-number' ? rowErrorCode.excelNumber : rowErrorCode.imei);
      return;
    }
    const first = this.firstRow(imei);
    if (first === this.valid) this.keep(imei, line);
    else addDuplicate(this.duplicates, line, imei, this.lines[first] ?? 0);
  }
}

/** Kinds of batch file: devices only (B1), or with a message for each (T4). */
export type FileFormat = 'imei' | 'notification';

export interface FormatReading {
  readonly rows: FileRows;
  /** The other columns of the valid rows, once all are read; null if the file has none. */
  readonly more: () => PackedNotificationRows | null;
}

interface FormatDefinition {
  readonly columns: readonly string[];
  /** For a file whose rows are all invalid (D14). */
  readonly noValidRow: string;
  readonly errorText: (code: number) => string;
  readonly begin: () => FormatReading;
}

/** All differences between the kinds of batch file. */
export const fileFormats: Readonly<Record<FileFormat, FormatDefinition>> = {
  imei: {
    columns: ['sno', 'imei1'],
    noValidRow: t('No row has a valid IMEI.'),
    errorText: imeiErrorText,
    begin: () => ({ rows: new ImeiRows(), more: () => null }),
  },
  notification: {
    columns: notificationColumns,
    noValidRow: t('No row is valid.'),
    errorText: notificationErrorText,
    begin: () => {
      const rows = new NotificationRows();
      return { rows, more: () => rows.packed() };
    },
  },
};
