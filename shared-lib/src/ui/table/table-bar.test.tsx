import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { recordDownloads } from '../../testing/downloads.ts';
import { Button } from '../button/button.tsx';
import { DataTable, type Column } from './index.ts';

interface Device {
  readonly imei: string;
  readonly status: string;
  readonly created: string;
}

const columns: readonly Column<Device>[] = [
  { id: 'sno', header: 'S.No.', cell: (_, index) => index + 1, kind: 'number' },
  { id: 'action', header: 'Action', cell: () => <Button size="small">View Audit</Button>, isExported: false },
  { id: 'imei', header: 'IMEI 1', sortValue: ({ imei }) => imei, isRowHeader: true },
  { id: 'status', header: 'Status', cell: ({ status }) => <b>{status}</b>, text: ({ status }) => status },
  { id: 'created', header: 'Created At', cell: () => '20 November', text: ({ created }) => created, kind: 'date' },
];
const devices: readonly Device[] = [
  { imei: '356938035643809', status: 'Found', created: '2026-11-20T13:00:00Z' },
  { imei: '004999010640000', status: '=1+1', created: '' },
  { imei: '356938035643810', status: 'not found', created: '2026-11-21T13:00:00Z' },
];

const table = (more: Partial<Parameters<typeof DataTable<Device>>[0]> = {}) => (
  <DataTable label="Devices" columns={columns} rows={devices} emptyText="No results found" {...more} />
);
/** A table of `count` rows with the IMEIs from `first` on. */
const counted = (count: number, first: number, step: number, more: object = {}) => (
  <DataTable
    label="Devices"
    columns={columns}
    count={count}
    rowAt={(index) => ({ imei: String(first + step * index), status: 'found', created: '' })}
    emptyText="No results found"
    {...more}
  />
);
const shown = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);
const filter = () => screen.getByRole('searchbox', { name: 'Filter' });
const count = () => within(screen.getByRole('group', { name: 'Devices' })).getByText(/ rows$/);

describe('the filter of a table', () => {
  it('shows the rows with every word, whatever its case, and tells how many', async () => {
    render(table({ isFilterable: true }));
    expect(count()).toHaveTextContent('3 of 3 rows');
    expect(count()).toHaveAttribute('role', 'status');
    await userEvent.type(filter(), 'FOUND 3569');
    expect(shown()).toEqual(['356938035643809', '356938035643810']);
    expect(count()).toHaveTextContent('2 of 3 rows');
    await userEvent.type(filter(), ' not');
    expect(shown()).toEqual(['356938035643810']);
  });

  it.each(['35 693803 564380 9', '35-693803-564380-9', '356938-035643809'])(
    'finds an IMEI typed as %s',
    async (typed) => {
      render(table({ isFilterable: true }));
      await userEvent.type(filter(), typed);
      expect(shown()).toEqual(['356938035643809']);
    },
  );

  it('U4 finds a row by the plain words that a column names for it', async () => {
    const foundBy = ({ status }: Device): string => (status === 'Found' ? 'reached' : 'missed');
    const mark: Column<Device> = { id: 'mark', header: 'Mark', cell: () => <i />, foundBy };
    render(table({ columns: [...columns, mark], isFilterable: true }));
    await userEvent.type(filter(), 'reached');
    expect(shown()).toEqual(['356938035643809']);
  });

  it('finds what a cell shows beside what it says', async () => {
    render(table({ isFilterable: true }));
    await userEvent.type(filter(), '20 november');
    expect(shown()).toHaveLength(3);
    await userEvent.clear(filter());
    await userEvent.type(filter(), '2026-11-21');
    expect(shown()).toEqual(['356938035643810']);
  });

  it('says that no row passes, not that there are none, and shows all again', async () => {
    render(table({ isFilterable: true }));
    await userEvent.type(filter(), 'nothing like it');
    expect(screen.getByRole('cell', { name: 'No row matches this filter.' })).toBeVisible();
    expect(count()).toHaveTextContent('0 of 3 rows');
    await userEvent.clear(filter());
    expect(shown()).toHaveLength(3);
  });

  it('finds one of 6,000 rows, and the rows that come later', async () => {
    const large = (count: number) => counted(count, 350_000_000_000_000, 1, { isFilterable: true });
    const { rerender } = render(large(6_000));
    await userEvent.click(filter());
    await userEvent.paste('350000000005998');
    expect(await screen.findByText('1 of 6,000 rows')).toBeVisible();
    expect(shown()).toEqual(['350000000005998']);
    await userEvent.clear(filter());
    await userEvent.paste('350000000006001');
    expect(await screen.findByText('0 of 6,000 rows')).toBeVisible();
    rerender(large(6_002));
    expect(await screen.findByText('1 of 6,002 rows')).toBeVisible();
    expect(shown()).toEqual(['350000000006001']);
  });

  it('sorts 6,000 rows and keeps those on the screen until then', async () => {
    render(counted(6_000, 350_000_000_005_999, -1));
    await userEvent.click(screen.getByRole('button', { name: 'IMEI 1' }));
    expect(await screen.findByText('350000000000000')).toBeVisible();
    expect(shown()[1]).toBe('350000000000001');
    expect(screen.getByRole('region', { name: 'Devices, table' })).not.toHaveAttribute('aria-busy');
  });
});

describe('the export of a table', () => {
  let saved: ReturnType<typeof recordDownloads>;
  beforeEach(() => {
    saved = recordDownloads();
  });
  afterEach(() => jest.restoreAllMocks());

  async function choose(name: string) {
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
    // Closed, it gives the focus back to its button.
    await waitFor(() => expect(screen.getByRole('button', { name: /^Export/ })).toHaveFocus());
  }

  it('saves the rows as shown, in their order, without the columns of actions', async () => {
    render(table({ isFilterable: true, exportName: 'bulkupload' }));
    await userEvent.dblClick(screen.getByRole('button', { name: 'IMEI 1' }));
    await userEvent.type(filter(), 'found');
    await choose('CSV (.csv)');
    expect(await screen.findByText('bulkupload.csv was written.')).toBeInTheDocument();
    expect(saved.map(({ name }) => name)).toEqual(['bulkupload.csv']);
    const lines = ((await saved[0]?.text()) ?? '').trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(0, 3).join())).toEqual([
      'S.No.,IMEI 1,Status',
      '3,"=""356938035643810""",not found',
      '1,"=""356938035643809""",Found',
    ]);
    expect(lines[1]).toMatch(/,2026-11-2\d \d\d:\d\d:00$/);
  });

  it('saves an Excel workbook', async () => {
    render(table({ exportName: 'bulkupload' }));
    await choose('Excel (.xlsx)');
    expect(await screen.findByText('bulkupload.xlsx was written.')).toBeInTheDocument();
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([
      ['bulkupload.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ]);
    expect(await saved[0]?.text()).toMatch(/^PK/);
  });

  it('says which file was not saved and why, and can be tried again', async () => {
    let isBroken = true;
    const broken: readonly Column<Device>[] = [
      {
        id: 'imei',
        header: 'IMEI 1',
        cell: ({ imei }) => imei,
        text: ({ imei }) => {
          if (isBroken) throw new Error('The rows could not be read.');
          return imei;
        },
      },
    ];
    render(table({ columns: broken, exportName: 'bulkupload' }));
    await choose('CSV (.csv)');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /bulkupload\.csv was not saved.*The rows could not be read\./,
    );
    expect(saved).toEqual([]);
    isBroken = false;
    await choose('CSV (.csv)');
    expect(await screen.findByText('bulkupload.csv was written.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('can be called off, and keeps the focus', async () => {
    render(counted(2_000_000, 350_000_000_000_000, 0, { exportName: 'bulkupload' }));
    await choose('CSV (.csv)');
    const cancel = await screen.findByRole('button', { name: 'Cancel' });
    expect(screen.getByRole('button', { name: /^Export/ })).toHaveAccessibleName('Export Please wait');
    await userEvent.click(screen.getByRole('button', { name: /^Export/ }));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await userEvent.click(cancel);
    expect(await screen.findByRole('button', { name: 'Export' })).toHaveFocus();
    await act(() => Promise.resolve());
    expect(saved).toEqual([]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
