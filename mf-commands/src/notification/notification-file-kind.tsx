import type { ReactNode } from 'react';
import type { BatchResults, BatchRow, BatchRunner } from '@device-console/shared-lib/batch';
import {
  isNotificationFile,
  leaveOutRepeats,
  notificationDataCsv,
  readNotificationCsv,
} from '@device-console/shared-lib/csv';
import { FileField, SampleLink } from '@device-console/shared-lib/imei-file';
import type { Column } from '@device-console/shared-lib/ui/table';
import type { BatchFileKind, ChooseFileProps, ResultDetails } from '../batch/batch-subject.ts';
import { MoreOfFile } from '../batch/more-of-file.tsx';
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
      <MoreOfFile>
        <SampleLink of="notify" />
      </MoreOfFile>
    </>
  );
}

/** In the results all columns of the specification are in view at 1280 pixels (D23); a tooltip has a text in full. */
const denseColumns: Readonly<Record<string, Partial<Column<BatchRow>>>> = {
  name: { denseWidth: 96, denseLines: 4 },
  amount: { denseWidth: 92 },
  date: { denseWidth: 84 },
  template: { denseWidth: 70 },
  header: { denseWidth: 100, denseLines: 6 },
  text: { denseWidth: 132, denseLines: 6 },
};

function resultColumns(notifications: NotificationBatch): readonly Column<BatchRow>[] {
  const messages = messageColumns<BatchRow>(notifications.amount, (row, index) =>
    messageOfResult(notifications, row, index),
  );
  return messages.map((column) => ({ ...column, ...denseColumns[column.id] }));
}

function resultDetails(runner: BatchRunner, results: BatchResults): ResultDetails | null {
  const notifications = keptNotifications(runner);
  if (!notifications) return null;
  return {
    columns: resultColumns(notifications),
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
    const rows = asResumeFile(keepNotifications(runner, notificationBatch(used, currency)));
    // Of the kept rows, which are all valid, there are none.
    return file.errors.length > 0 ? { ...rows, errors: file.errors } : rows;
  },
  kept: (runner) => {
    const notifications = keptNotifications(runner);
    return notifications && asResumeFile(notifications);
  },
  resultDetails,
};
