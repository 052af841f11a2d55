import { timeColumn } from '@device-console/shared-lib/console';
import type { ReactNode } from 'react';
import { Link } from '@device-console/shared-lib/router';
import { buttonClass } from '@device-console/shared-lib/ui';
import { ShortText, type Column } from '@device-console/shared-lib/ui/table';
import type { ReportRow } from './fetch-report.ts';
import { imeiColumn, serialColumn, wordColumn } from '../tables/columns.tsx';
import { t } from '../t.ts';

/** Has no action, like the workbook (R3). */
export const registrationColumns: readonly Column<ReportRow>[] = [
  serialColumn(),
  imeiColumn('imei1', t('IMEI1'), ({ imei1 }) => imei1, true),
  imeiColumn('imei2', t('IMEI2'), ({ imei2 }) => imei2),
  {
    ...wordColumn<ReportRow>('match', t('Match_Status'), (row) => row.Match_Status, 135),
    hint: t('Match status'),
  },
  {
    ...wordColumn<ReportRow>('registration', t('Registration_status'), (row) => row.Registration_status, 165),
    hint: t('Registration status'),
  },
  timeColumn('time', t('Date and Time'), ({ date_and_time: time, createdat }) => time || createdat),
  wordColumn('manufacturer', t('Manufacturer'), (row) => row.Manufacturer, 130),
  wordColumn('model', t('Model'), (row) => row.Model, 130),
];

/** Only for operators who may see audits (L4, N5). */
export function auditColumn<Row extends { readonly imei1: string }>(
  auditOf: ((imei: string) => string) | undefined,
): Column<Row> {
  return {
    id: 'action',
    header: t('Action'),
    width: 120,
    isExported: false,
    text: () => '',
    cell: ({ imei1 }) =>
      auditOf &&
      imei1 !== '' && (
        <Link className={buttonClass({ size: 'small' })} to={auditOf(imei1)}>
          {t('View Audit')}
        </Link>
      ),
  };
}

/** The De-enroll/Re-register table (R4). */
export const enrolmentColumns: readonly Column<ReportRow>[] = [
  serialColumn(),
  imeiColumn('imei1', t('IMEI1'), ({ imei1 }) => imei1, true),
  imeiColumn('imei2', t('IMEI2'), ({ imei2 }) => imei2),
  timeColumn('time', t('Date and Time'), ({ date_and_time: time, date, createdat }) => time || date || createdat),
  wordColumn('action', t('Action'), ({ action }) => action),
];

/** Has no downloads, like the workbook (R5). */
export const uploadColumns: readonly Column<ReportRow>[] = [
  serialColumn(),
  timeColumn('time', t('Date and Time'), ({ date_and_time: time, createdat }) => time || createdat),
  {
    ...wordColumn<ReportRow>('file', t('File Name'), ({ file }) => file, 220),
    cell: ({ file }) => <ShortText>{file}</ShortText>,
    isRowHeader: true,
  },
  wordColumn('oldfile', t('Original File Name'), ({ oldfile }) => oldfile, 190),
  wordColumn('status', t('Status of File'), ({ isComplete }) => isComplete, 130),
  imeiColumn('lastimei', t('Last Imei'), ({ lastimei }) => lastimei),
  wordColumn('remarks', t('Remarks'), ({ remarks }) => remarks, 160),
];

/** The download of each uploaded file (R5). */
export function fileColumn(button: (row: ReportRow) => ReactNode): Column<ReportRow> {
  return {
    id: 'download',
    header: t('Download'),
    width: 120,
    isExported: false,
    text: () => '',
    cell: (row) => row.file !== '' && button(row),
  };
}
