import { timeColumn } from '@device-console/shared-lib/console';
import { type Column, imeiColumn, sheetOf, ShortText } from '@device-console/shared-lib/ui/table';
import type { DateRange } from '@device-console/shared-lib/ui/date-range';
import type { Sheet } from '@device-console/shared-lib/sheets';
import type { ReportQuestion, ReportRow, ReportRows } from './fetch-report.ts';
import { commandColumns, serialColumn, wordColumn } from '../tables/columns.tsx';
import { t } from '../t.ts';

/** Has no action, like the workbook (R3). */
export const registrationColumns: readonly Column<ReportRow>[] = [
  serialColumn,
  imeiColumn('imei1', t('IMEI1'), ({ imei1 }) => imei1, { isRowHeader: true }),
  imeiColumn('imei2', t('IMEI2'), ({ imei2 }) => imei2),
  wordColumn('match', t('Match_Status'), (row) => row.Match_Status, 135, {
    denseWidth: 96,
    hint: t('Match status'),
  }),
  wordColumn('registration', t('Registration_status'), (row) => row.Registration_status, 165, {
    denseWidth: 128,
    hint: t('Registration status'),
  }),
  timeColumn('time', t('Date and Time'), ({ date_and_time: time, createdat }) => time || createdat),
  wordColumn('manufacturer', t('Manufacturer'), (row) => row.Manufacturer, 130, { denseWidth: 96 }),
  wordColumn('model', t('Model'), (row) => row.Model, 130, { denseWidth: 100 }),
];

/** The De-enroll/Re-register table (R4). */
export const enrolmentColumns: readonly Column<ReportRow>[] = [
  serialColumn,
  imeiColumn('imei1', t('IMEI1'), ({ imei1 }) => imei1, { isRowHeader: true }),
  imeiColumn('imei2', t('IMEI2'), ({ imei2 }) => imei2),
  timeColumn('time', t('Date and Time'), ({ date_and_time: time, date, createdat }) => time || date || createdat),
  wordColumn('action', t('Action'), ({ action }) => action),
];

/** Has no downloads, like the workbook (R5). */
export const uploadColumns: readonly Column<ReportRow>[] = [
  serialColumn,
  timeColumn('time', t('Date and Time'), ({ date_and_time: time, createdat }) => time || createdat),
  wordColumn('file', t('File Name'), ({ file }) => file, 220, {
    denseWidth: 170,
    denseLines: undefined,
    cell: ({ file }) => <ShortText>{file}</ShortText>,
    isRowHeader: true,
  }),
  wordColumn('oldfile', t('Original File Name'), ({ oldfile }) => oldfile, 190, { denseWidth: 160 }),
  wordColumn('status', t('Status of File'), ({ isComplete }) => isComplete, 130, { denseWidth: 88 }),
  imeiColumn('lastimei', t('Last Imei'), ({ lastimei }) => lastimei),
  wordColumn('remarks', t('Remarks'), ({ remarks }) => remarks, 160, { denseWidth: 120 }),
];

/** The name without its ending: the report, its days, its registrations. */
export function reportFileName({ definition, start, end, match }: ReportQuestion): string {
  const filter =
    definition.kind === 'registrations' && match !== 'ALL' ? `-${match === 'YES' ? 'matched' : 'unmatched'}` : '';
  return rangeFileName(`${definition.report}${filter}`, { start, end });
}

/** A name with its days. */
export const rangeFileName = (name: string, { start, end }: DateRange): string =>
  `${name}-${start === end ? start : `${start}-to-${end}`}`;

/** The columns of the report's tables; the sheet of uploads is named bulkupload (R7). */
export function reportSheets({ kind, items, commands }: ReportRows): readonly Sheet[] {
  switch (kind) {
    case 'registrations':
      return [sheetOf('registration', registrationColumns, { rows: items })];
    case 'enrolments':
      return [sheetOf('de-enroll', enrolmentColumns, { rows: items })];
    case 'commands':
      return [
        sheetOf('bulkupload', uploadColumns, { rows: items }),
        sheetOf('commands', commandColumns, { rows: commands }),
      ];
  }
}
