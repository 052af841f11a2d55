import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TableColumnsContext } from '../host.ts';
import { type Column, DataTable, ShortText } from './index.ts';

interface Device {
  readonly imei: string;
  readonly status: string;
  readonly model: string;
  readonly id: string;
}

const columns: readonly Column<Device>[] = [
  { id: 'id', header: 'Id', width: 100, priority: 'extra', sortValue: ({ id }) => id },
  { id: 'imei', header: 'IMEI 1', width: 200, isRowHeader: true, sortValue: ({ imei }) => imei },
  { id: 'model', header: 'Model', width: 100, priority: 'useful', cell: ({ model }) => model },
  { id: 'status', header: 'Status', width: 100, cell: ({ status }) => status },
  { id: 'actions', header: 'Actions', width: 100, isExported: false, cell: () => <button type="button">Edit</button> },
];
/** None of them goes where there is no room. */
const specified = columns.map(({ priority: _, ...column }) => column);
const devices: readonly Device[] = ['2', '1', '3'].map((id) => ({
  id,
  imei: `35000000000000${id}`,
  status: 'found',
  model: `Model ${id}`,
}));

/** Gives every element a width, as a browser does, and the window one. */
function layOut(width: number, windowWidth = 1440): void {
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width);
  jest.replaceProperty(window, 'innerWidth', windowWidth);
}
afterEach(() => jest.restoreAllMocks());

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const openColumns = async (name = /^Columns/) => userEvent.click(await screen.findByRole('button', { name }));
const table = (more: Partial<Parameters<typeof DataTable<Device>>[0]> = {}) => (
  <DataTable label="Devices" columns={columns} rows={devices} emptyText="No results found" {...more} />
);

const rowAt = (index: number): Device => ({
  id: String(index),
  imei: String(350_000_000_000_000 + index),
  status: 'found',
  model: 'Acme',
});
const counted = (count: number, more: object = {}) => (
  <DataTable label="Devices" columns={columns} count={count} rowAt={rowAt} emptyText="No results found" {...more} />
);
const imeis = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

function scrollTo(scrollTop: number): void {
  const region = screen.getByRole('region', { name: 'Devices, table' });
  Object.defineProperty(region, 'scrollTop', { value: scrollTop, configurable: true });
  fireEvent.scroll(region);
}

describe('D23 columns that do not fit', () => {
  it.each([
    [616, ['Id', 'IMEI 1', 'Model', 'Status', 'Actions']],
    [615, ['IMEI 1', 'Model', 'Status', 'Actions']],
    [515, ['IMEI 1', 'Status', 'Actions']],
    [200, ['IMEI 1', 'Status', 'Actions']],
  ])('fold away at %d px by their priority, never the essential ones', (width, shown) => {
    layOut(width);
    render(table());
    expect(headers()).toEqual(shown);
  });

  it.each([
    [616, false, false],
    [590, true, false],
    [300, true, true],
  ])('stay at %d px where no column says that it may go: denser cells first, then sideways', (width, dense, wider) => {
    layOut(width);
    render(table({ columns: specified }));
    expect(headers()).toHaveLength(5);
    const { dataset } = screen.getByRole('table');
    expect([dataset['dense'] !== undefined, dataset['overflowing'] !== undefined]).toEqual([dense, wider]);
    expect(screen.queryByRole('button', { name: /^Columns/ })).not.toBeInTheDocument();
  });

  it('may be hidden by the operator even so, where his choice is kept', async () => {
    layOut(300);
    render(table({ columns: specified, columnsName: 'devices' }));
    await openColumns(/^Columns$/);
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Model' }));
    await userEvent.keyboard('{Escape}');
    expect(headers()).toEqual(['Id', 'IMEI 1', 'Status', 'Actions']);
  });

  it('come back by the menu, which hides others and goes back to what fits', async () => {
    layOut(520);
    render(table());
    await openColumns(/^Columns, 1 hidden$/);
    const item = (name: string) => screen.findByRole('menuitemcheckbox', { name });
    expect(screen.getAllByRole('menuitemcheckbox').map(({ textContent }) => textContent)).toEqual([
      'Id',
      'Model',
      'Status',
    ]);
    expect(await item('Id')).toHaveAttribute('aria-checked', 'false');
    await userEvent.click(await item('Id'));
    await userEvent.click(await item('Status'));
    await userEvent.keyboard('{Escape}');
    expect(headers()).toEqual(['Id', 'IMEI 1', 'Model', 'Actions']);
    await openColumns();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Fit to the width' }));
    expect(headers()).toEqual(['IMEI 1', 'Model', 'Status', 'Actions']);
  });

  it('are kept under their name where the host keeps them', async () => {
    layOut(520);
    const keep = jest.fn();
    const kept = { of: (name: string) => (name === 'devices' ? { model: false } : undefined), keep };
    render(<TableColumnsContext value={kept}>{table({ columnsName: 'devices' })}</TableColumnsContext>);
    expect(headers()).toEqual(['Id', 'IMEI 1', 'Status', 'Actions']);
    await openColumns();
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Id' }));
    expect(keep.mock.calls).toEqual([['devices', { model: false, id: false }]]);
    await userEvent.keyboard('{Escape}');
    expect(headers()).toEqual(['IMEI 1', 'Status', 'Actions']);
  });

  it('say in plain words what their names and cells mean', () => {
    const hinted: readonly Column<Device>[] = [
      { id: 'm', header: 'Match_Status', hint: 'Match status', cell: () => 'GREY', cellHint: () => 'Disable App' },
    ];
    render(table({ columns: hinted }));
    expect(screen.getByRole('columnheader')).toHaveAttribute('title', 'Match status');
    expect(screen.getAllByRole('cell')[0]).toHaveAttribute('title', 'Disable App');
  });
});

describe('D23 a table in a narrow window', () => {
  beforeEach(() => layOut(358, 390));
  const rows = () => screen.getAllByRole('row').slice(1);

  it('is a table of cards: what names the row, the essential ones, and actions', () => {
    render(table());
    expect(screen.getByRole('table', { name: 'Devices' })).toHaveAttribute('role', 'table');
    expect(headers()).toEqual(['IMEI 1', 'Status', 'Actions', 'Id', 'Model']);
    expect(imeis()).toEqual(devices.map(({ imei }) => imei));
    const [card] = rows();
    expect(within(card as HTMLElement).getByRole('button', { name: 'Edit' })).toBeVisible();
    expect(card).toHaveTextContent('Statusfound');
    expect(card).not.toHaveTextContent('Model 2');
  });

  it('opens the rest of one row by More', async () => {
    render(table());
    const more = screen.getByRole('button', { name: 'More of 350000000000001' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(more);
    expect(rows().map((row) => row.textContent.includes('Model'))).toEqual([false, true, false]);
    await userEvent.click(screen.getByRole('button', { name: 'Less of 350000000000001' }));
    expect(rows()[1]).not.toHaveTextContent('Model 1');
  });

  it('is sorted and filtered as well, and closes what moves', async () => {
    render(table({ isFilterable: true }));
    await userEvent.click(screen.getByRole('button', { name: 'More of 350000000000002' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'IMEI 1, descending');
    expect(imeis()).toEqual(['350000000000003', '350000000000002', '350000000000001']);
    expect(screen.getByRole('columnheader', { name: 'IMEI 1' })).toHaveAttribute('aria-sort', 'descending');
    expect(screen.queryByRole('button', { name: /^Less/ })).not.toBeInTheDocument();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter' }), '350000000000001');
    expect(rows()).toHaveLength(1);
  });

  it('stays a table where all columns have room', () => {
    render(table({ columns: columns.slice(0, 2) }));
    expect(screen.getByRole('table')).not.toHaveAttribute('role');
  });

  it('renders few of 100,000 cards, of one height, and more where one is opened', async () => {
    render(counted(100_000));
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '100001');
    // Two lines, one of actions, one for More, and the edges of a card.
    const cardHeight = 2 * 28 + 44 + 36 + 21;
    scrollTo(cardHeight * 5_000 + 32);
    expect(screen.getByRole('row', { name: /350000000005000/ })).toHaveAttribute('aria-rowindex', '5002');
    const gap = () => Number.parseFloat(document.querySelector<HTMLElement>('tr:last-child > td')?.style.height ?? '');
    const before = gap();
    await userEvent.click(screen.getByRole('button', { name: 'More of 350000000005000' }));
    expect(screen.getByRole('row', { name: /350000000005000/ })).toHaveTextContent('Acme');
    scrollTo(0);
    expect(gap()).toBe(before + cardHeight * 5_000 + 2 * 28);
  });
});

it('an empty table says what to do next; filter and export are there only if asked for', () => {
  render(table({ rows: [], emptyHelp: 'Choose other days.' }));
  const cell = screen.getByRole('cell');
  expect(cell).toHaveTextContent('No results foundChoose other days.');
  expect(cell).toHaveAttribute('colspan', '5');
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
});

describe('the table', () => {
  it('sorts by keyboard, says how, keeps S.No. with its row, and goes back to the order as it came', async () => {
    render(table({ columns: [{ id: 'sno', header: 'S.No.', cell: (_, index) => index + 1 }, ...specified] }));
    expect(imeis()).toEqual(['350000000000002', '350000000000001', '350000000000003']);
    const header = screen.getByRole('columnheader', { name: 'IMEI 1' });
    expect(header).toHaveAttribute('aria-sort', 'none');
    expect(screen.getByRole('columnheader', { name: 'Status' })).not.toHaveAttribute('aria-sort');
    await userEvent.tab();
    expect(screen.getByRole('region', { name: 'Devices, table' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'S.No.IdIMEI 1ModelStatusActions',
      '21350000000000001Model 1foundEdit',
      '12350000000000002Model 2foundEdit',
      '33350000000000003Model 3foundEdit',
    ]);
    await userEvent.keyboard(' ');
    expect(header).toHaveAttribute('aria-sort', 'descending');
    expect(imeis()).toEqual(['350000000000003', '350000000000002', '350000000000001']);
    await userEvent.keyboard('{Enter}');
    expect(imeis()).toEqual(['350000000000002', '350000000000001', '350000000000003']);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Id' }));
    expect(screen.getByRole('columnheader', { name: 'Id' })).toHaveAttribute('aria-sort', 'ascending');
    expect(header).toHaveAttribute('aria-sort', 'none');
  });

  it('cannot be sorted while rows stream in', () => {
    render(table({ isSortable: false }));
    expect(screen.queryByRole('button', { name: 'IMEI 1' })).not.toBeInTheDocument();
  });

  it("D23 keeps the specification's height as its least and scrolls in a named area that takes the focus", () => {
    render(table({ minHeight: 400 }));
    expect(screen.getByRole('region', { name: 'Devices, table' })).toHaveAttribute('tabindex', '0');
    expect(screen.getByRole('region', { name: 'Devices, table' }).style.maxHeight).toBe(
      'max(400px, var(--table-height, 62vh))',
    );
  });

  it('D23 renders few of 100,000 rows, and counts them all for screen readers', () => {
    const read = jest.fn(rowAt);
    render(counted(100_000, { rowAt: read }));
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '100001');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(read.mock.calls.length).toBeLessThan(200);
    scrollTo(36 * 5000);
    expect(screen.getByRole('row', { name: /350000000005000/ })).toHaveAttribute('aria-rowindex', '5002');
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
