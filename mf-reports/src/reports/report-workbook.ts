import type { Sheet } from '@device-console/shared-lib/sheets';
import { commandColumns } from '../tables/command-columns.tsx';
import { enrolmentColumns, registrationColumns, uploadColumns } from './report-columns.tsx';
import { sheetOf } from '../tables/sheet-of.ts';
import type { ReportRows } from './fetched-report.ts';
import type { ReportQuestion } from './fetch-report.ts';

/** A report's file name without its ending: the report, its days, its registrations. */
export function reportFileName({ definition, start, end, match }: ReportQuestion): string {
  const filter =
    definition.kind === 'registrations' && match !== 'ALL' ? `-${match === 'YES' ? 'matched' : 'unmatched'}` : '';
  return `${definition.report}${filter}-${start === end ? start : `${start}-to-${end}`}`;
}

/** The workbook of a report, with the columns of its tables; the sheet of uploads is named bulkupload (R7). */
export function reportSheets(rows: ReportRows): readonly Sheet[] {
  switch (rows.kind) {
    case 'registrations':
      return [sheetOf('registration', registrationColumns, rows.registrations)];
    case 'enrolments':
      return [sheetOf('de-enroll', enrolmentColumns, rows.enrolments)];
    case 'commands':
      return [sheetOf('bulkupload', uploadColumns, rows.uploads), sheetOf('commands', commandColumns, rows.commands)];
  }
}
