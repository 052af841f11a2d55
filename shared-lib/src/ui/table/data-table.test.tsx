import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DataTable, type Column, ShortText } from './index.ts';

describe('the table', () => {
  interface Device {
    readonly imei: string;
    readonly status: string;
  }

  const columns: readonly Column<Device>[] = [
    { id: 'sno', header: 'S.No.', cell: (_, index) => index + 1, align: 'end', width: 70 },
    { id: 'imei', header: 'IMEI 1', sortValue: ({ imei }) => imei, isRowHeader: true },
    { id: 'status', header: 'Status', cell: ({ status }) => status },
  ];
  const devices: readonly Device[] = [
    { imei: '350000000000003', status: 'found' },
    { imei: '350000000000001', status: 'not found' },
    { imei: '350000000000002', status: 'found' },
  ];
  const table = (more: Partial<Parameters<typeof DataTable<Device>>[0]> = {}) => (
    <DataTable label="Devices" columns={columns} rows={devices} emptyText="No results found" {...more} />
  );
  const counted = (count: number, more: object = {}) => (
    <DataTable label="Devices" columns={columns} count={count} rowAt={rowAt} emptyText="No results found" {...more} />
  );
  const rowAt = (index: number) => ({ imei: String(350_000_000_000_000 + index), status: 'found' });
  const imeis = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);

  it('sorts by keyboard, says how, keeps S.No. with its row, and goes back to the order as it came', async () => {
    render(table());
    expect(imeis()).toEqual(devices.map(({ imei }) => imei));
    const header = screen.getByRole('columnheader', { name: 'IMEI 1' });
    expect(header).toHaveAttribute('aria-sort', 'none');
    expect(screen.getByRole('columnheader', { name: 'Status' })).not.toHaveAttribute('aria-sort');
    await userEvent.tab();
    expect(screen.getByRole('region', { name: 'Devices, table' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    expect(imeis()).toEqual(['350000000000001', '350000000000002', '350000000000003']);
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.firstChild?.textContent),
    ).toEqual(['2', '3', '1']);
    await userEvent.keyboard(' ');
    expect(header).toHaveAttribute('aria-sort', 'descending');
    expect(imeis()).toEqual(['350000000000003', '350000000000002', '350000000000001']);
    await userEvent.keyboard('{Enter}');
    expect(imeis()).toEqual(devices.map(({ imei }) => imei));
  });

  it('cannot be sorted while rows stream in', () => {
    render(table({ isSortable: false }));
    expect(screen.queryByRole('button', { name: 'IMEI 1' })).not.toBeInTheDocument();
  });

  it("D23 keeps the specification's height as its least and scrolls in a named area that takes the focus", () => {
    render(table({ minHeight: 400 }));
    expect(screen.getByRole('region', { name: 'Devices, table' })).toHaveAttribute('tabindex', '0');
    expect(screen.getByRole('region', { name: 'Devices, table' }).style.maxHeight).toBe('max(400px, 62vh)');
  });

  it('D23 renders few of 100,000 rows, and counts them all for screen readers', () => {
    const read = jest.fn(rowAt);
    render(counted(100_000, { rowAt: read }));
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '100001');
    const region = screen.getByRole('region', { name: 'Devices, table' });
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(read.mock.calls.length).toBeLessThan(200);
    Object.defineProperty(region, 'scrollTop', { value: 36 * 5000, configurable: true });
    fireEvent.scroll(region);
    const row = screen.getByRole('row', { name: /350000000005000/ });
    expect(row).toHaveAttribute('aria-rowindex', '5002');
    expect(within(row).getByText('5001')).toBeInTheDocument();
    expect(screen.queryByRole('row', { name: /350000000000000/ })).not.toBeInTheDocument();
  });

  it('D23 renders few of the first rows where more are to come', () => {
    const { rerender } = render(counted(50, { expectedCount: 51 }));
    expect(screen.getAllByRole('row').length).toBeLessThan(40);
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '51');
    rerender(counted(50, { expectedCount: 50 }));
    expect(screen.getAllByRole('row')).toHaveLength(51);
  });
});

describe('a short text', () => {
  it.each(['6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10', 'a.csv', ''])(
    'D23 %j is read as a whole, and drawn in two pieces',
    (text) => {
      render(
        <p>
          <ShortText>{text}</ShortText>
        </p>,
      );
      const shown = screen.getByRole('paragraph');
      expect(shown.textContent).toBe(text);
      expect(shown.querySelector('span')).toHaveAttribute('title', text);
      const drawn = [...shown.querySelectorAll('[aria-hidden]')].map((piece) => piece.getAttribute('data-text') ?? '');
      expect(drawn.join('')).toBe(text);
      expect(drawn.at(-1)).toBe(text.slice(-6));
    },
  );
});
