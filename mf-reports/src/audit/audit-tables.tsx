import type { ReactNode } from 'react';
import { commandDisplayName, type DeviceAudit } from '@device-console/shared-lib/contract';
import { Card, Notice, StatusBadge } from '@device-console/shared-lib/ui';
import { cellOf, type Column, DataTable, imeiColumn, sheetOf } from '@device-console/shared-lib/ui/table';
import { formatCount, timeColumn } from '@device-console/shared-lib/console';
import type { Sheet } from '@device-console/shared-lib/sheets';
import { commandColumns, interfaceLegend, serialColumn, wordColumn } from '../tables/columns.tsx';
import { t } from '../t.ts';
import styles from './audit.module.css';

/** About 150 pages. */
export const MAX_PRINTED_ROWS = 5_000;

interface PrintedTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** For paper: all rows up to {@link MAX_PRINTED_ROWS}, the header on every sheet, no row cut in two (A4). */
export function PrintedTable<Row>({ label, columns, rows }: PrintedTableProps<Row>): ReactNode {
  return (
    <>
      {rows.length > MAX_PRINTED_ROWS && (
        <p>
          {t('Only the first {limit} of {rows} rows are printed. Download Report has them all.', {
            limit: formatCount(MAX_PRINTED_ROWS),
            rows: formatCount(rows.length),
          })}
        </p>
      )}
      <table className={styles['printed']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length}>{t('No results found')}</td>
            </tr>
          )}
          {rows.slice(0, MAX_PRINTED_ROWS).map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.id}>{cellOf(column, row, index)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface AuditTablesProps {
  readonly audit: DeviceAudit;
  readonly imei: string;
  /** Tables show in full instead of scrolling. */
  readonly isPrinting: boolean;
}

/** The four tables of A2, and what a missing registration means (A3). */
export function AuditTables({ audit, ...how }: AuditTablesProps): ReactNode {
  return (
    <>
      {audit.registration.length === 0 && (
        <Notice tone="warning">
          {t('No Registration record found. Device might be released or not registered. Please check released record.')}
        </Notice>
      )}
      <AuditTable {...how} title={t('Registration Details')} columns={registrationColumns} rows={audit.registration} />
      <AuditTable {...how} title={t('Released Detail')} columns={releaseColumns} rows={audit.release} />
      <AuditTable
        {...how}
        title={t('De-enrollment and Re-registration Details')}
        columns={enrolmentColumns}
        rows={audit.deenroll}
      />
      <AuditTable
        {...how}
        title={t('Executed Commands')}
        description={interfaceLegend}
        columns={commandColumns}
        rows={audit.commands}
      />
    </>
  );
}

/** The height of an empty table's text: several empty tables are usual. */
const EMPTY_HEIGHT = 96;

interface AuditTableProps<Row> extends Omit<AuditTablesProps, 'audit'> {
  readonly title: string;
  readonly description?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

function AuditTable<Row>({ title, description, imei, isPrinting, columns, rows }: AuditTableProps<Row>): ReactNode {
  const label = t('{title} of {imei}', { title, imei });
  return (
    <Card title={title} description={description}>
      {isPrinting ? (
        <PrintedTable label={label} columns={columns} rows={rows} />
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          minHeight={rows.length > 0 ? 400 : EMPTY_HEIGHT}
          emptyText={t('No results found')}
        />
      )}
    </Card>
  );
}

type AuditRow<Part extends 'registration' | 'release' | 'deenroll'> = DeviceAudit[Part][number];

interface Device {
  readonly imei1: string;
  readonly imei2: string;
}

const deviceColumns: readonly Column<Device>[] = [
  serialColumn,
  imeiColumn('imei1', t('IMEI 1'), ({ imei1 }) => imei1, { isRowHeader: true }),
  imeiColumn('imei2', t('IMEI 2'), ({ imei2 }) => imei2),
];

const makerColumns: readonly Column<Device & { readonly brand: string; readonly model: string }>[] = [
  ...deviceColumns,
  wordColumn('brand', t('Brand'), ({ brand }) => brand),
  wordColumn('model', t('Model'), ({ model }) => model),
];

const registrationColumns: readonly Column<AuditRow<'registration'>>[] = [
  ...makerColumns,
  wordColumn('command', t('Last Command'), ({ command }) => commandDisplayName(command)),
  timeColumn('createdat', t('Created At'), ({ createdat }) => createdat),
];

const releaseColumns: readonly Column<AuditRow<'release'>>[] = [
  ...makerColumns,
  wordColumn('status', t('Status'), () => 'RELEASED', 150, {
    cell: () => <StatusBadge tone="warning">{t('RELEASED')}</StatusBadge>,
  }),
  timeColumn('createdat', t('Created At'), ({ createdat }) => createdat),
];

const enrolmentColumns: readonly Column<AuditRow<'deenroll'>>[] = [
  ...deviceColumns,
  wordColumn('action', t('Action'), ({ action }) => action),
  timeColumn('date', t('Date and Time'), ({ date, createdat }) => date || createdat),
];

/** Sheet names are the specification's (A4). */
export function auditSheets({ registration, release, commands, deenroll }: DeviceAudit): readonly Sheet[] {
  return [
    sheetOf('registration', registrationColumns, { rows: registration }),
    sheetOf('release', releaseColumns, { rows: release }),
    sheetOf('commands', commandColumns, { rows: commands }),
    sheetOf('de-enroll', enrolmentColumns, { rows: deenroll }),
  ];
}
