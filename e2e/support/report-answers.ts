import {
  commandDisplayName,
  type AnswerOf,
  type calls,
  type ReportDefinition,
} from '@device-console/shared-lib/contract';
import type { Cell } from './report-page.ts';

type ReportAnswer = AnswerOf<typeof calls.downloadReports>;
type Command = ReportAnswer['commanditems'][number];

/** A table of the specification, with its title; a time is the server's own text. */
export interface ExpectedSheet {
  readonly sheet: string;
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Time columns, whose cells are shown and written in the operator's zone. */
const timeHeaders: ReadonlySet<string> = new Set(['Date and Time', 'Created At']);

const commandHeader = ['S.No.', 'Date and Time', 'IMEI1', 'Transaction ID', 'Interface', 'Command', 'Status', 'User'];
const commandCells = (row: Command, index: number): readonly Cell[] => [
  index + 1,
  row.date_and_time,
  row.imei1,
  row.transactionId,
  row.interface,
  commandDisplayName(row.command),
  row.status,
  row.user,
];

/** What a report's tables must contain, from the API's answer (R3 to R5, R7, R8). */
export function expectedReport(
  { kind, title }: ReportDefinition,
  { items, commanditems }: ReportAnswer,
): readonly ExpectedSheet[] {
  if (kind === 'registrations') {
    return [
      {
        sheet: 'registration',
        title,
        header: [
          'S.No.',
          'IMEI1',
          'IMEI2',
          'Match_Status',
          'Registration_status',
          'Date and Time',
          'Manufacturer',
          'Model',
        ],
        rows: items.map((row, index) => [
          index + 1,
          row.imei1,
          row.imei2,
          row.Match_Status,
          row.Registration_status,
          row.date_and_time,
          row.Manufacturer,
          row.Model,
        ]),
      },
    ];
  }
  if (kind === 'enrolments') {
    return [
      {
        sheet: 'de-enroll',
        title,
        header: ['S.No.', 'IMEI1', 'IMEI2', 'Date and Time', 'Action'],
        rows: items.map((row, index) => [index + 1, row.imei1, row.imei2, row.date_and_time, row.action]),
      },
    ];
  }
  return [
    {
      sheet: 'bulkupload',
      title: 'Bulk Upload History',
      header: ['S.No.', 'Date and Time', 'File Name', 'Original File Name', 'Status of File', 'Last Imei', 'Remarks'],
      rows: items.map((row, index) => [
        index + 1,
        row.date_and_time,
        row.file,
        row.oldfile,
        row.isComplete,
        row.lastimei,
        row.remarks,
      ]),
    },
    {
      sheet: 'commands',
      title: 'Executed Commands History',
      header: commandHeader,
      rows: commanditems.map(commandCells),
    },
  ];
}

/** The sheet as in a workbook of an operator in UTC: times to the second. */
export function asWorkbook({ header, rows }: ExpectedSheet): readonly (readonly Cell[])[] {
  const timed = rows.map((cells) =>
    cells.map((cell, column) =>
      timeHeaders.has(header[column] ?? '') ? new Date(String(cell)).toISOString().slice(0, 19) : cell,
    ),
  );
  return [header, ...timed];
}

const shown = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** The rows as the page shows them to an operator in UTC. */
export function asPage({ header, rows }: ExpectedSheet): readonly (readonly string[])[] {
  return rows.map((cells) =>
    cells.map((cell, column) => {
      if (timeHeaders.has(header[column] ?? ''))
        return shown.format(Date.parse(String(cell))).replaceAll('\u202f', ' ');
      return String(cell);
    }),
  );
}
