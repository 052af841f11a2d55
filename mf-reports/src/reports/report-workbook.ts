import type { Sheet } from '@device-console/shared-lib/sheets';
import { commandColumns } from '../tables/command-columns.tsx';
import { enrolmentColumns, registrationColumns, uploadColumns } from './report-columns.tsx';
import { sheetOf } from '../tables/sheet-of.ts';
import type { ReportQuestion, ReportRows } from './fetch-report.ts';

/** The name without its ending: the report, its days, its registrations. */
export function reportFileName({ definition, start, end, match }: ReportQuestion): string {
  const filter =
    definition.kind === 'registrations' && match !== 'ALL' ? `-${match === 'YES' ? 'matched' : 'unmatched'}` : '';
  return `${definition.report}${filter}-${start === end ? start : `${start}-to-${end}`}`;
}

/** The columns of the report's tables; the sheet of uploads is named bulkupload (R7). */
export function reportSheets({ kind, items, commands }: ReportRows): readonly Sheet[] {
  switch (kind) {
    case 'registrations':
      return [sheetOf('registration', registrationColumns, items)];
    case 'enrolments':
      return [sheetOf('de-enroll', enrolmentColumns, items)];
    case 'commands':
      return [sheetOf('bulkupload', uploadColumns, items), sheetOf('commands', commandColumns, commands)];
  }
}
