import { screen, waitFor, within } from '@testing-library/react';
import { calendarDay } from '@device-console/shared-lib/console';
import { quickRanges } from '@device-console/shared-lib/ui/date-range';
import type { OperatorAuditRow } from '@device-console/shared-lib/contract';
import {
  FakeFailure,
  FakeNetworkFailure,
  renderScreen,
  type FakeHandlers,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { auditColumns } from './audit-columns.tsx';
import { queryForToday } from './audit-query.ts';
import { Screen } from './operator-audit-screen.tsx';

const row: OperatorAuditRow = {
  id: '9',
  at: '2026-11-20T10:00:01.000Z',
  user: 'operator@example.com',
  via: 'session',
  address: '10.0.0.7',
  call: 'locknotification.php',
  action: 'lock',
  imei: '004999010640000',
  outcome: 'success',
  message: 'Lock initiated.',
  detail: '{"reason":"overdue","count":2}',
  transactionId: 'b2a7',
};
const refused: OperatorAuditRow = {
  ...row,
  id: '8',
  via: 'key',
  call: 'unheard.php',
  action: '',
  imei: '',
  outcome: 'refused',
  message: 'no permission',
  detail: 'plain words',
};

type Answer = Exclude<FakeHandlers['operatorAudit'], undefined>;
const page =
  (items: readonly OperatorAuditRow[] | null, next = '', total: number | null = items?.length ?? 0): Answer =>
  () => ({ status: 'success', message: '', items: items && [...items], next, total });
const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ ...row, id: String(from + index) }));

const open = (operatorAudit: Answer = page([row, refused]), options: RenderScreenOptions = {}) =>
  renderScreen(Screen, { address: '/operatorAudit', ...options, handlers: { operatorAudit } });

const cells = async (user: string) =>
  [...(await screen.findAllByRole('rowheader', { name: user })).map((cell) => cell.closest('tr')?.cells ?? [])].map(
    (row_) => [...row_].map(({ textContent }) => textContent),
  );
// One moment for the whole file, so that midnight cannot fall within a test.
const now = Date.now();
const today = queryForToday(now).start;
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

describe('Operator Audit', () => {
  it('D17 shows the actions of today: who did what, how, from where, what came of it, and details', async () => {
    const { api, user } = await open();
    const [first, second] = await cells('operator@example.com');
    expect(first?.slice(1)).toEqual([
      'operator@example.com',
      'Console',
      '10.0.0.7',
      'Lock Device',
      'lock',
      '004999010640000',
      'Success',
      'Lock initiated.',
      'Details',
      'b2a7',
    ]);
    expect(first?.[0]).toMatch(/2026.*01/);
    expect(second?.slice(2, 8)).toEqual(['API key', '10.0.0.7', 'unheard.php', '', '', 'Refused']);
    expect(api.requestsOf('operatorAudit').map(({ body }) => body)).toEqual([
      {
        startdate: today,
        enddate: today,
        timezone: zone(),
        kind: 'actions',
        limit: 200,
        user: api.session.email,
      },
    ]);
    expect(screen.getByText('All 2 loaded')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Details of Lock Device, / }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Lock Device' }));
    const valueOf = (term: string) => dialog.getByText(term).parentElement?.querySelector('dd')?.textContent;
    expect(['API path', 'Transaction ID', 'reason', 'count'].map(valueOf)).toEqual([
      'locknotification.php',
      'b2a7',
      'overdue',
      '2',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: /^Details of unheard\.php, / }));
    const other = within(await screen.findByRole('dialog', { name: 'unheard.php' }));
    expect(other.getByText('plain words')).toBeInTheDocument();
    expect(other.getAllByText('–')).toHaveLength(2);
  });

  it('D17 D23 what decides, and the way to the details, stay in sight where the table is narrow', () => {
    const priorities = auditColumns(() => undefined).map(({ id, priority = 'essential' }) => [id, priority]);
    expect(priorities).toEqual([
      ['when', 'essential'],
      ['user', 'essential'],
      ['via', 'extra'],
      ['from', 'extra'],
      ['call', 'essential'],
      ['action', 'extra'],
      ['imei', 'essential'],
      ['outcome', 'essential'],
      ['message', 'useful'],
      ['details', 'essential'],
      ['transaction', 'extra'],
    ]);
  });

  it('D17 begins with 30 days of the device of the address; last month is one press away, and kept there', async () => {
    const { address, api, user } = await open(page([row]), {
      address: '/operatorAudit#imei=490154203237518',
      path: '/operatorAudit',
    });
    await cells('operator@example.com');
    const first = { startdate: calendarDay(now - 29 * 86_400_000), enddate: today, imei: '490154203237518' };
    expect(api.requestsOf('operatorAudit').map(({ body }) => body)).toEqual([expect.objectContaining(first)]);
    expect(screen.getByRole('textbox', { name: 'IMEI' })).toHaveValue('490154203237518');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(api.requestsOf('operatorAudit')).toHaveLength(2));
    expect(address()).toBe('/operatorAudit#imei=490154203237518&range=30-days');
    expect(api.requestsOf('operatorAudit')[1]?.body).toMatchObject(first);
    const button = screen.getByRole('button', { name: 'Last month' });
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
    expect(address()).toBe('/operatorAudit#imei=490154203237518&range=last-month');
    await waitFor(() => expect(api.requestsOf('operatorAudit')).toHaveLength(3));
    const { startdate = '', enddate = '' } = api.requestsOf('operatorAudit').at(-1)?.body ?? {};
    expect(startdate).toBe(`${String(enddate).slice(0, 7)}-01`);
    expect(calendarDay(Date.parse(`${enddate}T12:00:00`) + 86_400_000)).toBe(`${today.slice(0, 7)}-01`);
  });

  it('searches by account, call, IMEI and outcome, and a quick range at once', async () => {
    const { api, user } = await open();
    await cells('operator@example.com');
    await user.type(screen.getByRole('textbox', { name: 'Account' }), ' oper ');
    await user.type(screen.getByRole('textbox', { name: 'IMEI' }), '0049-990');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Call' }), 'Log user out');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'Refused');
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await cells('operator@example.com');
    const range = quickRanges.find(({ title }) => title === '7 days')?.at(now);
    expect(api.requestsOf('operatorAudit').at(-1)?.body).toEqual({
      startdate: range?.start,
      enddate: today,
      timezone: zone(),
      limit: 200,
      account: 'oper',
      imei: '0049990',
      called: 'updateLoginStatus.php',
      outcome: 'refused',
      user: api.session.email,
    });
  });

  it('D17 shows reads, or both, when asked to; refuses an end before the start, and a missing day', async () => {
    const { address, api, user } = await open();
    await cells('operator@example.com');
    const choice = screen.getByRole('combobox', { name: 'Call' });
    for (const [title, kind] of [
      ['All reads', 'reads'],
      ['Actions and reads', undefined],
    ] as const) {
      await user.selectOptions(choice, title);
      await user.click(screen.getByRole('button', { name: /^Search/ }));
      await cells('operator@example.com');
      expect(api.requestsOf('operatorAudit').at(-1)?.body['kind']).toBe(kind);
    }
    expect(address()).toBe('/operatorAudit#range=today&called=ANY');
    await user.clear(screen.getByLabelText('StartDate'));
    await user.click(screen.getByRole('button', { name: /^Search/ }));
    expect(screen.getByLabelText('StartDate')).toHaveAccessibleDescription('Please choose a date.');
    await user.type(screen.getByLabelText('StartDate'), '2999-01-01');
    expect(screen.getByLabelText('EndDate')).toHaveAccessibleDescription('End date cannot be prior to start date');
    expect(api.requestsOf('operatorAudit')).toHaveLength(3);
  });

  it('says when nothing fits, and when the search has further to go', async () => {
    const { api, user } = await open(page(null));
    expect(await screen.findByText(/^No entries match this search\./)).toBeInTheDocument();
    api.use({ operatorAudit: page([], 'older', null) });
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(await screen.findByText('Nothing found so far. There are older entries to search.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Load more' })).toBeEnabled();
  });

  it('a failure says why, and Retry asks the same again', async () => {
    const fails = (error: Error) => (): never => {
      throw error;
    };
    const { api, user } = await open(fails(new FakeFailure({ message: 'A filter may have at most 200 characters.' })));
    expect(await screen.findByText('A filter may have at most 200 characters.')).toBeInTheDocument();
    api.use({ operatorAudit: fails(new FakeNetworkFailure('gone')) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^The server could not be reached\./)).toBeInTheDocument();
    expect(screen.getByText('Cannot fetch the data now, please try again.')).toBeInTheDocument();
    api.use({ operatorAudit: page([row]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await cells('operator@example.com');
    expect(screen.queryByText(/^The server could not be reached\./)).not.toBeInTheDocument();
  });

  it('a slow search can be stopped', async () => {
    const { user } = await open(() => new Promise(() => undefined));
    expect(screen.getByText('Searching the audit')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.queryByText('Searching the audit')).not.toBeInTheDocument();
  });

  it.each([
    ['superadmin', '/superadmin/operatorAudit'],
    ['standard', '/operatorAudit'],
  ])('D1a a back end that knows only the specification is not asked (%s)', async (_audience, address) => {
    const { api } = await open(page([row]), { address, config: { backend: 'legacy' } });
    expect(screen.getByText('This server keeps no audit of its operators.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });
});

describe('the pages of the audit', () => {
  const bodies = (api: Awaited<ReturnType<typeof open>>['api']) =>
    api.requestsOf('operatorAudit').map(({ body: { limit, cursor } }) => [limit, cursor]);

  it('come by Load more, with how many there are; sorting and export wait for all', async () => {
    const { api, user } = await open(page(numbered(2), 'p2', 3));
    expect(await screen.findByText('2 of 3 loaded')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'When' })).not.toBeInTheDocument();
    api.use({ operatorAudit: page([{ ...row, id: '99', user: 'last@example.com' }], '', null) });
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await cells('last@example.com');
    expect(screen.getByText('All 3 loaded')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Export' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'When' })).toBeInTheDocument();
    expect(bodies(api)).toEqual([
      [200, undefined],
      [200, 'p2'],
    ]);
  });

  it('are all loaded for the export, page after page', async () => {
    const pages: Record<string, Answer> = {
      p2: page(numbered(3, 10), 'p3', null),
      p3: page(numbered(1, 20), '', null),
    };
    const { api, user } = await open((body, context) =>
      (body.cursor === undefined ? page(numbered(2), 'p2', 6) : (pages[body.cursor] ?? page([])))(body, context),
    );
    await user.click(await screen.findByRole('button', { name: 'Load all for export' }));
    expect(await screen.findByText('All 6 loaded')).toBeInTheDocument();
    expect(bodies(api)).toEqual([
      [200, undefined],
      [5000, 'p2'],
      [5000, 'p3'],
    ]);
    expect(await screen.findByRole('button', { name: 'Export' })).toBeInTheDocument();
  });

  it('show how far they are and can be called off; what has come stays', async () => {
    const { api, user } = await open((body, context) =>
      (body.cursor === undefined ? page(numbered(2), 'p2', 8) : page(numbered(3, 10), 'p3', null))(body, context),
    );
    const all = await screen.findByRole('button', { name: 'Load all for export' });
    const gate: { open?: () => void } = {};
    api.use({
      operatorAudit: (body, context) =>
        body.cursor === 'p2'
          ? page(numbered(3, 10), 'p3', null)(body, context)
          : new Promise((answer) => {
              gate.open = () => answer({ status: 'success', message: '', items: [row], next: '', total: null });
            }),
    });
    await user.click(all);
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Loading all entries' })).toHaveAttribute(
        'aria-valuetext',
        '5 of 8 loaded',
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    gate.open?.();
    expect(screen.getByText('5 of 8 loaded')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Load all for export' })).toBeEnabled();
  });

  it('that fail say so and can be asked for again', async () => {
    const { api, user } = await open(page(numbered(2), 'p2', 3));
    const more = await screen.findByRole('button', { name: 'Load more' });
    api.use({
      operatorAudit: () => new FakeNetworkFailure('gone'),
    });
    await user.click(more);
    const alert = await screen.findByRole('alert');
    await waitFor(() =>
      expect(alert).toHaveTextContent(
        /^The next entries could not be loadedThe server could not be reached\..*operatorAudit\.php/,
      ),
    );
    expect(screen.getByText('2 of 3 loaded')).toBeInTheDocument();
    api.use({ operatorAudit: page(numbered(1, 10), '', null) });
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('All 3 loaded')).toBeInTheDocument();
  });

  it('are never more than the page can hold', async () => {
    await open(page(numbered(2), 'p2', 100_001));
    expect(await screen.findByText(/^At most 1,00,000 entries are loaded at once\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Load more' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load all for export' })).not.toBeInTheDocument();
  });
});
