import { DefinitionList, Digits, StatCard, StatusBadge } from '@device-console/shared-lib/ui';
import { DataTable, exportedRows, type Column } from '@device-console/shared-lib/ui/table';
import type { Part, PartGroup } from '../part.ts';
import { deviceParts } from './devices.tsx';
import { deviceCard, timeline } from './timeline.tsx';

interface Row {
  readonly imei: string;
  readonly name: string;
  readonly attempts: number;
  readonly isDone: boolean;
}

const rows: readonly Row[] = [
  { imei: '490154203237518', name: 'Blue phone', attempts: 1, isDone: true },
  {
    imei: '356938035643809',
    name: 'A phone with a name that is long enough to need room',
    attempts: 12,
    isDone: false,
  },
  { imei: '352099001761481', name: 'Green phone', attempts: 3, isDone: true },
];

const columns: readonly Column<Row>[] = [
  {
    id: 'imei',
    header: 'IMEI',
    isRowHeader: true,
    width: 170,
    cell: ({ imei }) => <Digits>{imei}</Digits>,
    sortValue: ({ imei }) => imei,
  },
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortValue: ({ name }) => name },
  {
    id: 'attempts',
    header: 'Attempts',
    align: 'end',
    kind: 'number',
    cell: ({ attempts }) => attempts,
    sortValue: ({ attempts }) => attempts,
  },
  {
    id: 'state',
    header: 'State',
    text: ({ isDone }) => (isDone ? 'Done' : 'Failed'),
    cell: ({ isDone }) => <StatusBadge tone={isDone ? 'success' : 'danger'}>{isDone ? 'Done' : 'Failed'}</StatusBadge>,
  },
];

const numberColumns: readonly Column<number>[] = [
  {
    id: 'number',
    header: 'Number',
    align: 'end',
    isRowHeader: true,
    cell: (number) => number.toLocaleString('en'),
    sortValue: (number) => number,
  },
  {
    id: 'square',
    header: 'Its square',
    align: 'end',
    cell: (number) => (number * number).toLocaleString('en'),
    sortValue: (number) => number * number,
  },
];
const numberAt = (index: number): number => index + 1;

const noRow: Row = { imei: '', name: '', attempts: 0, isDone: false };
const exported = exportedRows('devices', columns, rows.length, (index) => rows[index] ?? noRow, undefined);

const dataTable: Part = {
  name: 'DataTable',
  with: ['exportedRows'],
  from: 'ui/table',
  use:
    'Rows of the same kind, three or a million. It scrolls in its own area; columns are declared once, ' +
    'outside of the component.',
  examples: [
    {
      caption: 'label, columns, rows, rowKey',
      size: 'line',
      shown: (
        <DataTable
          label="Devices"
          columns={columns}
          rows={rows}
          rowKey={({ imei }) => imei}
          emptyText="No results found"
          minHeight={160}
        />
      ),
    },
    {
      caption: 'isFilterable, exportName',
      size: 'line',
      shown: (
        <DataTable
          label="Devices that can be saved"
          columns={columns}
          rows={rows}
          emptyText="No results found"
          isFilterable
          exportName="devices"
          minHeight={160}
        />
      ),
    },
    {
      caption: 'defaultSort',
      size: 'line',
      shown: (
        <DataTable
          label="Devices by attempts"
          columns={columns}
          rows={rows}
          emptyText="No results found"
          defaultSort={{ columnId: 'attempts', direction: 'descending' }}
          minHeight={160}
        />
      ),
    },
    {
      caption: 'isSortable={false}',
      size: 'line',
      shown: (
        <DataTable
          label="Devices as they came"
          columns={columns}
          rows={rows}
          emptyText="No results found"
          isSortable={false}
          minHeight={160}
        />
      ),
    },
    {
      caption: 'emptyText',
      size: 'line',
      shown: <DataTable label="No devices" columns={columns} rows={[]} emptyText="No results found" minHeight={120} />,
    },
    {
      caption: 'count, rowAt, minHeight: 100,000 rows',
      size: 'line',
      shown: (
        <DataTable
          label="Numbers"
          columns={numberColumns}
          count={100_000}
          rowAt={numberAt}
          emptyText="None"
          minHeight={240}
        />
      ),
    },
    {
      caption: 'exportedRows(): a table as a sheet',
      shown: <span>{`${exported.name}: ${exported.count} rows, ${exported.sheet().columns.length} columns`}</span>,
    },
  ],
};

const definitionList: Part = {
  name: 'DefinitionList',
  from: 'ui',
  use: 'Names and values beside one another, such as the figures of a summary or the details of one thing.',
  examples: [
    {
      caption: 'items',
      size: 'line',
      shown: (
        <DefinitionList
          items={[
            { term: 'Rows', value: '1,250' },
            { term: 'Sent', value: '1,240' },
            { term: 'Left', value: '10' },
          ]}
        />
      ),
    },
    {
      caption: 'items with a tone',
      size: 'line',
      shown: (
        <DefinitionList
          items={[
            { term: 'Success', value: '1,240', tone: 'success' },
            { term: 'Unknown', value: '7', tone: 'warning' },
            { term: 'Failed', value: '3', tone: 'danger' },
          ]}
        />
      ),
    },
    {
      caption: 'isWide: each value has the room of an IMEI',
      size: 'line',
      shown: (
        <DefinitionList
          isWide
          items={[
            { term: 'IMEI', value: <Digits>490154203237518</Digits> },
            { term: 'Registered', value: '12 March 2026, 14:05' },
            { term: 'Model', value: 'Acme One' },
          ]}
        />
      ),
    },
  ],
};

const statCard: Part = {
  name: 'StatCard',
  from: 'ui',
  use: 'One figure of a dashboard with its name.',
  examples: [
    { caption: 'label, value', shown: <StatCard label="Enrolled devices" value="12,480" /> },
    { caption: 'note', shown: <StatCard label="Locked devices" value="312" note="2.5 % of all" /> },
    {
      caption: 'tone="warning"',
      shown: <StatCard label="Unconfirmed" value="17" tone="warning" note="Look at the newest batch" />,
    },
    { caption: 'value left out: not known yet', shown: <StatCard label="Released devices" /> },
  ],
};

/** What is looked at and compared. */
export const data: PartGroup = {
  title: 'Data',
  parts: [dataTable, definitionList, statCard, ...deviceParts, deviceCard, timeline],
};
