import type { ReactNode } from 'react';
import { commandDisplayName, commandInterfaces, type AnswerOf, type calls } from '@device-console/shared-lib/contract';
import { formatTime } from '@device-console/shared-lib/console';
import { Card, Digits, Notice, StatusBadge } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';

type Audit = AnswerOf<typeof calls.auditReportByImei>;
type RowOf<Part extends 'registration' | 'release' | 'commands' | 'deenroll'> = Audit[Part][number];

interface Device {
  readonly imei1: string;
  readonly imei2: string;
}

function deviceColumns<Row extends Device>(): readonly Column<Row>[] {
  return [
    { id: 'number', header: 'S.No.', cell: (_row, index) => index + 1 },
    { id: 'imei1', header: 'IMEI 1', cell: ({ imei1 }) => <Digits>{imei1}</Digits> },
    { id: 'imei2', header: 'IMEI 2', cell: ({ imei2 }) => <Digits>{imei2}</Digits> },
  ];
}

function makerColumns<Row extends Device & { readonly brand: string; readonly model: string }>(): readonly Column<Row>[] {
  return [
    ...deviceColumns<Row>(),
    { id: 'brand', header: 'Brand', cell: ({ brand }) => brand },
    { id: 'model', header: 'Model', cell: ({ model }) => model },
  ];
}

const registrationColumns: readonly Column<RowOf<'registration'>>[] = [
  ...makerColumns<RowOf<'registration'>>(),
  { id: 'command', header: 'Last Command', cell: ({ command }) => commandDisplayName(command) },
  { id: 'createdat', header: 'Registered At', cell: ({ createdat }) => formatTime(createdat) },
];

const releaseColumns: readonly Column<RowOf<'release'>>[] = [
  ...makerColumns<RowOf<'release'>>(),
  { id: 'status', header: 'Status', cell: () => <StatusBadge tone="warning">RELEASED</StatusBadge> },
  { id: 'createdat', header: 'Released At', cell: ({ createdat }) => formatTime(createdat) },
];

const enrolmentColumns: readonly Column<RowOf<'deenroll'>>[] = [
  ...deviceColumns<RowOf<'deenroll'>>(),
  { id: 'action', header: 'Action', cell: ({ action }) => action },
  { id: 'date', header: 'Date and Time', cell: ({ date, createdat }) => formatTime(date || createdat) },
];

const commandColumns: readonly Column<RowOf<'commands'>>[] = [
  { id: 'number', header: 'S.No.', cell: (_row, index) => index + 1 },
  { id: 'time', header: 'Date and Time', cell: ({ date_and_time: time, createdat }) => formatTime(time || createdat), sortValue: ({ date_and_time: time, createdat }) => time || createdat },
  { id: 'imei1', header: 'IMEI1', cell: ({ imei1 }) => <Digits>{imei1}</Digits> },
  { id: 'transaction', header: 'Transaction ID', cell: ({ transactionId }) => <Digits>{transactionId}</Digits> },
  { id: 'interface', header: 'Interface', cell: ({ interface: code }) => code },
  { id: 'command', header: 'Command', cell: ({ command }) => commandDisplayName(command) },
  { id: 'status', header: 'Status', cell: ({ status }) => status },
  { id: 'user', header: 'User', cell: ({ user }) => user },
];

const legend = `Interface: ${Object.entries(commandInterfaces).map(([code, name]) => `${code} ${name}`).join(', ')}`;

/** The four tables of an audit (A2), and what to make of a missing registration (A3). */
export function AuditTables({ audit, imei }: { readonly audit: Audit; readonly imei: string }): ReactNode {
  return (
    <>
      {audit.registration.length === 0 && (
        <Notice tone="warning">
          No Registration record found. Device might be released or not registered. Please check released record.
        </Notice>
      )}
      <AuditTable title="Registration Details" imei={imei} columns={registrationColumns} rows={audit.registration} />
      <AuditTable title="Released Detail" imei={imei} columns={releaseColumns} rows={audit.release} />
      <AuditTable title="De-enrollment and Re-registration Details" imei={imei} columns={enrolmentColumns} rows={audit.deenroll} />
      <AuditTable title="Executed Commands" description={legend} imei={imei} columns={commandColumns} rows={audit.commands} />
    </>
  );
}

interface AuditTableProps<Row> {
  readonly title: string;
  readonly description?: string;
  readonly imei: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

function AuditTable<Row>({ title, description, imei, columns, rows }: AuditTableProps<Row>): ReactNode {
  return (
    <Card title={title} description={description}>
      <DataTable label={`${title} of ${imei}`} columns={columns} rows={rows} minHeight={400} emptyText="No results found" />
    </Card>
  );
}
