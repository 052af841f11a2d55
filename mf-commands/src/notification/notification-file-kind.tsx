import type { ReactNode } from 'react';
import type { BatchRow, BatchRunner } from '@device-console/shared-lib/batch';
import {
  isNotificationFile,
  leaveOutRepeats,
  notificationDataCsv,
  readNotificationCsv,
} from '@device-console/shared-lib/csv';
import { FileField, SampleLink } from '@device-console/shared-lib/imei-file';
import { cellOf, type Column } from '@device-console/shared-lib/ui/table';
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

function detailsOf(notifications: NotificationBatch): ResultDetails {
  const columns = messageColumns(notifications.amount).map((column): Column<BatchRow> => ({
    ...column,
    sortValue: undefined,
    text: undefined,
    foundBy: undefined,
    cellHint: undefined,
    cell: (row, index) => {
      const message = messageOfResult(notifications, row, index);
      return message && cellOf(column, message, index);
    },
  }));
  return {
    columns,
    csv: (results, filter) => notificationDataCsv(filteredRows(resultRows(notifications, results), filter)),
  };
}

const detailsByBatch = new WeakMap<NotificationBatch, ResultDetails>();

function resultDetails(runner: BatchRunner): ResultDetails | null {
  const notifications = keptNotifications(runner);
  if (!notifications) return null;
  const details = detailsByBatch.get(notifications) ?? detailsOf(notifications);
  detailsByBatch.set(notifications, details);
  return details;
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
