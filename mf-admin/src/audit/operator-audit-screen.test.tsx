import { screen, waitFor, within } from '@testing-library/react';
import { calendarDay } from '@device-console/shared-lib/console';
import { quickRanges } from '@device-console/shared-lib/ui/date-range';
import {
  FakeFailure,
  FakeNetworkFailure,
  held,
  renderScreen,
  rowsOf,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { auditPage, auditRow, type AuditAnswer } from '../testing/audit-rows.ts';
import { auditColumns } from './audit-columns.tsx';
import { queryForToday } from './audit-query.ts';
import { Screen } from './operator-audit-screen.tsx';

const row = auditRow;
const refused = {
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

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ ...row, id: String(from + index) }));

const open = (operatorAudit: AuditAnswer = auditPage([row, refused]), options: RenderScreenOptions = {}) =>
  renderScreen(Screen, { address: '/operatorAudit', ...options, handlers: { operatorAudit } });

/** The rows that are shown, once there is one of this account. */
const rows = async (account = 'operator@example.com') => {
  const [cell] = await screen.findAllByRole('rowheader', { name: account });
  return rowsOf(cell?.closest('table') ?? document.body);
};
// One moment for the whole file: midnight does not come in the middle of a test.
const now = Date.now();
const today = queryForToday(now).start;
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

describe('Operator Audit', () => {
  it('D17 shows the actions of today: who did what, how, from where, what came of it, and details', async () => {
    const { api, user } = await open();
    const [first = '', second] = await rows();
    const [when, ...what] = first.split(' | ');
    expect(what.join(' | ')).toBe(
      'operator@example.com | Console | 10.0.0.7 | Lock Device | lock | 004999010640000 | Success | ' +
        'Lock initiated. | Details | b2a7',
    );
    expect(when).toMatch(/2026.*01/);
    expect(second).toContain(' | API key | 10.0.0.7 | unheard.php |  |  | Refused | ');
    const days = { startdate: today, enddate: today, timezone: zone() };
    expect(api.requestsOf('operatorAudit').map(({ body }) => body)).toEqual([
      { ...days, kind: 'actions', limit: 200, user: api.session.email },
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
    const columns = auditColumns(() => undefined);
    const of = (wanted: string) =>
      columns.flatMap(({ id, priority = 'essential' }) => (priority === wanted ? [id] : []));
    expect(of('essential')).toEqual(['when', 'user', 'call', 'imei', 'outcome', 'details']);
    expect(of('useful')).toEqual(['message']);
    expect(of('extra')).toEqual(['via', 'from', 'action', 'transaction']);
  });

  it('D17 begins with 30 days of the device of the address; last month is one press away, and kept there', async () => {
    const { address, api, user } = await open(auditPage([row]), {
      address: '/operatorAudit#imei=490154203237518',
      path: '/operatorAudit',
    });
    await rows();
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
    await rows();
    await user.type(screen.getByRole('textbox', { name: 'Account' }), ' oper ');
    await user.type(screen.getByRole('textbox', { name: 'IMEI' }), '0049-990');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Call' }), 'Log user out');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'Refused');
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await rows();
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
    await rows();
    const choice = screen.getByRole('combobox', { name: 'Call' });
    for (const [title, kind] of [
      ['All reads', 'reads'],
      ['Actions and reads', undefined],
    ] as const) {
      await user.selectOptions(choice, title);
      await user.click(screen.getByRole('button', { name: /^Search/ }));
      await rows();
      expect(api.requestsOf('operatorAudit').at(-1)?.body['kind']).toBe(kind);
    }
    expect(address()).toBe('/operatorAudit#range=today&called=ANY');
    await user.clear(screen.getByLabelText('StartDate'));
    await user.click(screen.getByRole('button', { name: /^Search/ }));
    expect(screen.getByLabelText('StartDate')).toHaveAccessibleDescription('Please choose a date.');
    await user.type(screen.getByLabelText('StartDate'), '2999-01-01');
    expect(screen.getByLabelText('EndDate')).toHaveAccessibleDescription(/ End date cannot be prior to start date$/);
    expect(api.requestsOf('operatorAudit')).toHaveLength(3);
  });

  it('says when nothing fits, and when the search has further to go', async () => {
    const { api, user } = await open(auditPage(null));
    expect(await screen.findByText(/^No entries match this search\./)).toBeInTheDocument();
    api.use({ operatorAudit: auditPage([], 'older', null) });
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(await screen.findByText('Nothing found so far. There are older entries to search.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Load more' })).toBeEnabled();
  });

  it('a failure says why, and Retry asks the same again', async () => {
    const { api, user } = await open(() => new FakeFailure({ message: 'A filter may have at most 200 characters.' }));
    expect(await screen.findByText('A filter may have at most 200 characters.')).toBeInTheDocument();
    api.use({ operatorAudit: () => new FakeNetworkFailure('gone') });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^The server could not be reached\./)).toBeInTheDocument();
    expect(screen.getByText('Cannot fetch the data now, please try again.')).toBeInTheDocument();
    api.use({ operatorAudit: auditPage([row]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await rows();
    expect(screen.queryByText(/^The server could not be reached\./)).not.toBeInTheDocument();
  });

  it('a slow search can be stopped', async () => {
    const { user } = await open(() => new Promise(() => undefined));
    expect(screen.getByText('Searching the audit')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.queryByText('Searching the audit')).not.toBeInTheDocument();
  });

  it('D1a a back end that knows only the specification is not asked', async () => {
    const { api } = await open(auditPage([row]), { config: { backend: 'legacy' } });
    expect(screen.getByText('This server keeps no audit of its operators.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });
});

describe('the pages of the audit', () => {
  const bodies = (api: Awaited<ReturnType<typeof open>>['api']) =>
    api.requestsOf('operatorAudit').map(({ body: { limit, cursor } }) => [limit, cursor]);

  it('come by Load more, with how many there are; sorting and export wait for all', async () => {
    const { api, user } = await open(auditPage(numbered(2), 'p2', 3));
    expect(await screen.findByText('2 of 3 loaded')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'When' })).not.toBeInTheDocument();
    api.use({ operatorAudit: auditPage([{ ...row, id: '99', user: 'last@example.com' }], '', null) });
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await rows('last@example.com');
    expect(screen.getByText('All 3 loaded')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Export' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'When' })).toBeInTheDocument();
    expect(bodies(api)).toEqual([
      [200, undefined],
      [200, 'p2'],
    ]);
  });

  it('that are too many to be counted say more than how many there are', async () => {
    const items = numbered(2);
    await open(() => ({ status: 'success', message: '', items, next: 'p2', total: null, morethan: 100_000 }));
    expect(await screen.findByText('2 of more than 1,00,000 loaded')).toBeInTheDocument();
    expect(screen.getByText(/At most 1,00,000 entries are loaded at once/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load all for export' })).not.toBeInTheDocument();
  });

  it('are all loaded for the export, page after page', async () => {
    const pages: Record<string, AuditAnswer> = {
      p2: auditPage(numbered(3, 10), 'p3', null),
      p3: auditPage(numbered(1, 20), '', null),
    };
    const { api, user } = await open((body, context) =>
      (body.cursor === undefined ? auditPage(numbered(2), 'p2', 6) : (pages[body.cursor] ?? auditPage([])))(
        body,
        context,
      ),
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
      (body.cursor === undefined ? auditPage(numbered(2), 'p2', 8) : auditPage(numbered(3, 10), 'p3', null))(
        body,
        context,
      ),
    );
    const all = await screen.findByRole('button', { name: 'Load all for export' });
    const rest = held<Awaited<ReturnType<AuditAnswer>>>();
    api.use({
      operatorAudit: (body, context) =>
        body.cursor === 'p2' ? auditPage(numbered(3, 10), 'p3', null)(body, context) : rest.promise,
    });
    await user.click(all);
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Loading all entries' })).toHaveAttribute(
        'aria-valuetext',
        '5 of 8 loaded',
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    rest.give({ status: 'success', message: '', items: [row], next: '', total: null });
    expect(screen.getByText('5 of 8 loaded')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Load all for export' })).toBeEnabled();
  });

  it('that fail say so and can be asked for again', async () => {
    const { api, user } = await open(auditPage(numbered(2), 'p2', 3));
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
    api.use({ operatorAudit: auditPage(numbered(1, 10), '', null) });
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('All 3 loaded')).toBeInTheDocument();
  });

  it('are never more than the page can hold', async () => {
    await open(auditPage(numbered(2), 'p2', 100_001));
    expect(await screen.findByText(/^At most 1,00,000 entries are loaded at once\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Load more' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load all for export' })).not.toBeInTheDocument();
  });
});
