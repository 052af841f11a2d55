import type { ReactNode } from 'react';
import type { BatchResults, BatchRow, BatchRunner } from '@device-console/shared-lib/batch';
import {
  isNotificationFile,
  leaveOutRepeats,
  notificationDataCsv,
  readNotificationCsv,
} from '@device-console/shared-lib/csv';
import { FileField, SampleLink } from '@device-console/shared-lib/imei-file';
import type { BatchFileKind, ChooseFileProps, ResultDetails } from '../batch/batch-subject.ts';
import { filteredRows } from '../batch/download-results.tsx';
import {
  keepNotifications,
  keptNotifications,
  messageOfResult,
  notificationBatch,
  resultRows,
  type NotificationBatch,
} from './notification-batch.ts';
import { messageColumns, ReadyNotifications } from './ready-notifications.tsx';
import { t } from '../t.ts';

function ChooseNotifications({ onSelect }: ChooseFileProps): ReactNode {
  return (
    <>
      <FileField
        label={t('CSV file')}
        description={t(
          'Columns sno, name, imei1, amount, date (DD/MM/YYYY) and template (Pre, Due or Post), one device a line, ' +
            'as CSV or as a workbook (.xlsx, .ods).',
        )}
        onSelect={onSelect}
      />
      <SampleLink of="notify" />
    </>
  );
}

function resultDetails(runner: BatchRunner, results: BatchResults): ResultDetails | null {
  const notifications = keptNotifications(runner);
  if (!notifications) return null;
  return {
    columns: messageColumns(notifications.amount, (row: BatchRow, index) => messageOfResult(notifications, row, index)),
    csv: (filter) => notificationDataCsv(filteredRows(resultRows(notifications, results), filter)),
  };
}

const asResumeFile = (notifications: NotificationBatch) => ({ imeis: notifications.imeis, extras: notifications });

/** The file says what to send to each device (T4 to T6). */
export const notificationFileKind: BatchFileKind = {
  read: readNotificationCsv,
  holdsOnlyImeis: false,
  Choose: ChooseNotifications,
  Ready: ReadyNotifications,
  resumeWith: (runner, file, { leftOutRepeats }, { currency }) => {
    const used = leftOutRepeats && isNotificationFile(file) ? leaveOutRepeats(file) : file;
    return asResumeFile(keepNotifications(runner, notificationBatch(used, currency)));
  },
  kept: (runner) => {
    const notifications = keptNotifications(runner);
    return notifications && asResumeFile(notifications);
  },
  resultDetails,
};
