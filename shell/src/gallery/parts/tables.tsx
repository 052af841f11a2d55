import { Digits, StatusBadge, TableColumnsContext } from '@device-console/shared-lib/ui';
import { DataTable, exportedRows, ShortText, type Column } from '@device-console/shared-lib/ui/table';
import type { Part } from '../part.ts';

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

const prioritisedColumns: readonly Column<Row>[] = [
  { id: 'serial', header: 'S.No.', width: 80, priority: 'useful', cell: (_row, index) => index + 1 },
  ...columns.map((column) => ({ ...column, width: 190 })),
  {
    id: 'code',
    header: 'Device_Code',
    hint: 'Code of the device',
    width: 420,
    priority: 'extra',
    cell: ({ imei }) => `code-${imei}`,
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

/** Rows of the same kind. */
export const dataTable: Part = {
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
      caption: 'isSortable={false} expectedCount={1000}',
      size: 'line',
      shown: (
        <DataTable
          label="Devices as they came"
          columns={columns}
          rows={rows}
          emptyText="No results found"
          isSortable={false}
          expectedCount={1000}
          minHeight={160}
        />
      ),
    },
    {
      caption: 'columnsName: columns with a priority fold away, and come back by the menu',
      size: 'line',
      shown: (
        <DataTable
          label="Devices with many columns"
          columns={prioritisedColumns}
          columnsName="gallery"
          rows={rows}
          emptyText="No results found"
          minHeight={160}
        />
      ),
    },
    {
      caption: 'emptyText, emptyHelp',
      size: 'line',
      shown: (
        <DataTable
          label="No devices"
          columns={columns}
          rows={[]}
          emptyText="No results found"
          emptyHelp="Look at the file, or choose another one."
          minHeight={120}
        />
      ),
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

const keptChoice = { of: () => ({ code: false }), keep: () => undefined };

/** Long names and ids. */
export const shortText: Part = {
  name: 'ShortText',
  from: 'ui/table',
  use: 'A long name or id that gives way in its middle where it has no room, and is copied and read aloud as a whole.',
  examples: [
    { caption: 'children', shown: <ShortText>6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10</ShortText> },
    {
      caption: 'children, with little room',
      shown: (
        <div style={{ width: '10rem' }}>
          <ShortText>6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10</ShortText>
        </div>
      ),
    },
  ],
};

/** What the host keeps for tables. */
export const tableColumns: Part = {
  name: 'TableColumnsContext',
  from: 'ui',
  use: "Given by the host around a remote's screen: keeps which columns of a table the operator chose.",
  examples: [
    {
      caption: 'value: a choice that was kept',
      size: 'line',
      shown: (
        <TableColumnsContext value={keptChoice}>
          <DataTable
            label="Devices as chosen"
            columns={prioritisedColumns}
            columnsName="gallery"
            rows={rows}
            emptyText="No results found"
            minHeight={160}
          />
        </TableColumnsContext>
      ),
    },
  ],
};
