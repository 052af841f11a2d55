import type { DeviceAudit } from '@device-console/shared-lib/contract';
import type { Sheet } from '@device-console/shared-lib/sheets';
import { commandColumns } from '../tables/command-columns.tsx';
import { counted, sheetOf } from '../tables/sheet-of.ts';
import { enrolmentColumns, registrationColumns, releaseColumns } from './audit-columns.tsx';

/** The workbook of an audit, with the sheets that the specification names (A4). */
export function auditSheets({ registration, release, commands, deenroll }: DeviceAudit): readonly Sheet[] {
  return [
    sheetOf('registration', registrationColumns, counted(registration)),
    sheetOf('release', releaseColumns, counted(release)),
    sheetOf('commands', commandColumns, counted(commands)),
    sheetOf('de-enroll', enrolmentColumns, counted(deenroll)),
  ];
}
