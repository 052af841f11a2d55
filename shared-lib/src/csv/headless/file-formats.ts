import { ImeiRows } from './imei-rows.ts';
import { notificationColumns } from './notification-file.ts';
import { NotificationRows } from './notification-rows.ts';
import { notificationErrorText } from './notification-texts.ts';
import { imeiErrorText } from './texts.ts';
import type { FileRows } from './file-rows.ts';
import type { PackedNotificationRows } from './packed-notifications.ts';
import { t } from '../../i18n/own.ts';

/** Kinds of batch file: the devices alone (B1), or with what each is told (T4). */
export type FileFormat = 'imei' | 'notification';

/** The rows of one file, and what they hold beyond IMEIs. */
export interface FormatReading {
  readonly rows: FileRows;
  /** What the valid rows hold beyond it, once all are read; null where the file has nothing more. */
  readonly more: () => PackedNotificationRows | null;
}

interface FormatDefinition {
  readonly columns: readonly string[];
  /** Said of a file whose rows are all incorrect (D14). */
  readonly noValidRow: string;
  /** The error of a code. */
  readonly errorText: (code: number) => string;
  readonly begin: () => FormatReading;
}

/** Everything in which the kinds of batch file differ. */
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
