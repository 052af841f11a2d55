import type { ReactNode } from 'react';
import type { DeviceAudit } from '@device-console/shared-lib/contract';
import { Card, Notice } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { commandColumns, interfaceLegend } from '../tables/command-columns.tsx';
import { enrolmentColumns, registrationColumns, releaseColumns } from './audit-columns.tsx';
import { PrintedTable } from './printed-table.tsx';
import { t } from '../t.ts';

interface AuditTablesProps {
  readonly audit: DeviceAudit;
  readonly imei: string;
  /** The page is being printed: tables stand in full, not in windows that scroll. */
  readonly isPrinting: boolean;
}

/** The four tables of an audit (A2), and what to make of a missing registration (A3). */
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

/** Room for the text of an empty table, and no more: several of them are usual. */
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
