import { timeColumn } from '@device-console/shared-lib/console';
import { commandDisplayName, type DeviceAudit } from '@device-console/shared-lib/contract';
import type { Sheet } from '@device-console/shared-lib/sheets';
import { StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { imeiColumn, serialColumn, wordColumn } from '../tables/columns.tsx';
import { commandColumns } from '../tables/command-columns.tsx';
import { sheetOf } from '../tables/sheet-of.ts';
import { t } from '../t.ts';

export type AuditRow<Part extends 'registration' | 'release' | 'commands' | 'deenroll'> = DeviceAudit[Part][number];

interface Device {
  readonly imei1: string;
  readonly imei2: string;
}

function deviceColumns<Row extends Device>(): readonly Column<Row>[] {
  return [
    serialColumn(),
    imeiColumn('imei1', t('IMEI 1'), ({ imei1 }) => imei1, true),
    imeiColumn('imei2', t('IMEI 2'), ({ imei2 }) => imei2),
  ];
}

function makerColumns<
  Row extends Device & { readonly brand: string; readonly model: string },
>(): readonly Column<Row>[] {
  return [
    ...deviceColumns<Row>(),
    wordColumn('brand', t('Brand'), ({ brand }) => brand),
    wordColumn('model', t('Model'), ({ model }) => model),
  ];
}

export const registrationColumns: readonly Column<AuditRow<'registration'>>[] = [
  ...makerColumns<AuditRow<'registration'>>(),
  wordColumn('command', t('Last Command'), ({ command }) => commandDisplayName(command)),
  timeColumn('createdat', t('Created At'), ({ createdat }) => createdat),
];

export const releaseColumns: readonly Column<AuditRow<'release'>>[] = [
  ...makerColumns<AuditRow<'release'>>(),
  {
    ...wordColumn<AuditRow<'release'>>('status', t('Status'), () => 'RELEASED'),
    cell: () => <StatusBadge tone="warning">{t('RELEASED')}</StatusBadge>,
  },
  timeColumn('createdat', t('Created At'), ({ createdat }) => createdat),
];

export const enrolmentColumns: readonly Column<AuditRow<'deenroll'>>[] = [
  ...deviceColumns<AuditRow<'deenroll'>>(),
  wordColumn('action', t('Action'), ({ action }) => action),
  timeColumn('date', t('Date and Time'), ({ date, createdat }) => date || createdat),
];

/** Sheet names are the specification's (A4). */
export function auditSheets({ registration, release, commands, deenroll }: DeviceAudit): readonly Sheet[] {
  return [
    sheetOf('registration', registrationColumns, registration),
    sheetOf('release', releaseColumns, release),
    sheetOf('commands', commandColumns, commands),
    sheetOf('de-enroll', enrolmentColumns, deenroll),
  ];
}
