import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { reports } from '@device-console/shared-lib/contract';
import { calendarDay, formatTime, type OfferedDeviceAction } from '@device-console/shared-lib/console';
import { FakeFailure, FakeNetworkFailure, recordDownloads, renderScreen, type FakeHandlers, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { Screen } from './report-screen.tsx';
import { Screen as ReportsScreen } from './reports-screen.tsx';

const IMEI = '004999010640000';
const TIME = '2026-03-04T05:06:07.000Z';
const EXCEPTION = 'Something went wrong.Please try again in sometime.';
const both = ['standard', 'superadmin'] as const;
const deviceActions: readonly OfferedDeviceAction[] = [
  { id: 'mf-reports/view-audit', title: 'View Audit', order: 0, path: 'auditReport', audiences: both, permission: 'Audit Report' },
  { id: 'mf-commands/lock', title: 'Lock Device', order: 101, path: 'lockDevice', audiences: both, permission: 'Lock Device' },
];
const item = {
  id: 1, imei1: IMEI, imei2: null, Match_Status: 'Matched', Registration_status: 'REGISTERED', Manufacturer: 'Acme', Model: 12, action: 'DE-ENROLLED', date_and_time: TIME,
  file: 'made-by-server.csv', oldfile: 'mine.csv', isComplete: 'complete', lastimei: IMEI, remarks: '',
};
const command = { id: 1, transactionId: '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10', date_and_time: TIME, imei1: IMEI, interface: 'B', command: 'GREYAPP', status: 'acknowledged', user: 'a@example.com' };
const answer = { status: 'success', message: '', items: [item], commanditems: [command], next: '', total: 1 };

async function open(report: string, downloadReports: FakeHandlers['downloadReports'] = () => answer, more: RenderScreenOptions = {}) {
  const rendered = await renderScreen(Screen, { address: `/reports/${report}`, path: '/reports/:report', deviceActions, handlers: { downloadReports }, ...more });
  const press = async (name: string | RegExp) => rendered.user.click(await screen.findByRole('button', { name }));
  return { ...rendered, press, submit: () => press(/^Submit/) };
}

const setDay = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const tableOf = async (name: string) => {
  const table = within(await screen.findByRole('table', { name }));
  const [header, ...rows] = table.getAllByRole('row').map(({ children }) => [...children].map(({ textContent }) => textContent));
  return { header, rows };
};

describe('Reports', () => {
  it('R6 D3 has every report under its own address, and keeps to the operator\'s prefix', async () => {
    await open('register', undefined, { address: '/superadmin/reports/register', path: '/superadmin/reports/:report', session: { userlevel: 'SUPERADMIN' } });
    const links = within(screen.getByRole('navigation', { name: 'Reports' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(reports.map(({ report, title }) => [title, `/superadmin/reports/${report}`]));
    expect(links.filter((link) => link.hasAttribute('aria-current')).map(({ textContent }) => textContent)).toEqual(['Registrations']);
  });

  it('R6 a narrow window chooses among them, and the days stay chosen', async () => {
    const { user, address } = await open('register');
    setDay('StartDate', '2026-01-02');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Report' }), 'Lock Device History');
    expect(address()).toBe('/reports/lock');
    expect(screen.getByLabelText('StartDate')).toHaveValue('2026-01-02');
    expect(screen.queryByLabelText('Registration Filter')).not.toBeInTheDocument();
  });

  it('D3 /reports opens the registrations', async () => {
    const { address } = await renderScreen(ReportsScreen, { address: '/reports' });
    expect(address()).toBe('/reports/register');
  });

  it('D3 says so when there is no such report', async () => {
    await open('nonsense');
    expect(screen.getByText('There is no report "nonsense"')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument();
  });

  it.each(reports)('R1 R2 D3 $report asks for today in the operator\'s zone, then offers Download (Excel) and View', async ({ report, kind }) => {
    const { api, submit } = await open(report);
    expect(screen.queryByRole('button', { name: 'Download (Excel)' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'View' })).not.toBeInTheDocument();
    await submit();
    expect(await screen.findByText(/rows, fetched at/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Download (Excel)' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'View' })).toBeEnabled();
    const today = calendarDay(Date.now());
    expect(api.requestsOf('downloadReports').map(({ body }) => body)).toEqual([{
      report, startdate: today, enddate: today, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, limit: 2_000, user: 'operator@example.com',
      ...(kind === 'registrations' && { match: 'ALL' }),
    }]);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('R3 L4 shows the registration table with View Audit alone', async () => {
    const { submit, press, user, address } = await open('register');
    await submit();
    await press('View');
    await expect(tableOf('Registrations')).resolves.toEqual({
      header: ['Action', 'S.No.', 'IMEI1', 'IMEI2', 'Match_Status', 'Registration_status', 'Date and Time', 'Manufacturer', 'Model'],
      rows: [['View Audit', '1', IMEI, '', 'Matched', 'REGISTERED', formatTime(TIME), 'Acme', '12']],
    });
    await user.click(screen.getByRole('link', { name: 'View Audit' }));
    expect(address()).toBe(`/auditReport#imei=${IMEI}`);
  });

  it('L4 N5 offers no audit to those who may not see it', async () => {
    const { submit, press } = await open('register', undefined, { session: { userlevel: 'USER', permissions: ['Reports'] } });
    await submit();
    await press('View');
    expect((await tableOf('Registrations')).rows[0]?.[0]).toBe('');
  });

  it('R2 sends the registration filter', async () => {
    const { api, submit, user } = await open('register');
    const filter = screen.getByLabelText('Registration Filter');
    expect(within(filter).getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['ALL', 'YES (Matched)', 'NO (Unmatched)']);
    await user.selectOptions(filter, 'NO (Unmatched)');
    await submit();
    await screen.findByText(/, NO \(Unmatched\): 1 rows/);
    expect(api.requests.map(({ body }) => body['match'])).toEqual(['NO']);
  });

  it('R4 shows the De-enroll/Re-register table', async () => {
    const { submit, press } = await open('deenroll');
    await submit();
    await press('View');
    await expect(tableOf('De-enrollment/Re-registery Records')).resolves.toEqual({
      header: ['S.No.', 'IMEI1', 'IMEI2', 'Date and Time', 'Action'], rows: [['1', IMEI, '', formatTime(TIME), 'DE-ENROLLED']],
    });
  });

  it.each(reports.filter(({ kind }) => kind === 'commands'))('R5 R8 $report shows both tables with the legend', async ({ report }) => {
    const { submit, press } = await open(report);
    await submit();
    await press('View');
    await expect(tableOf('Bulk Upload History')).resolves.toEqual({
      header: ['S.No.', 'Date and Time', 'File Name', 'Original File Name', 'Status of File', 'Last Imei', 'Remarks', 'Download'],
      rows: [['1', formatTime(TIME), 'made-by-server.csv', 'mine.csv', 'complete', IMEI, '', 'Download']],
    });
    await expect(tableOf('Executed Commands History')).resolves.toEqual({
      header: ['S.No.', 'Date and Time', 'IMEI1', 'Transaction ID', 'Interface', 'Command', 'Status', 'User'],
      rows: [['1', formatTime(TIME), IMEI, `${command.transactionId}Copy`, 'B', 'DISABLE APP', 'acknowledged', 'a@example.com']],
    });
    expect(screen.getByText('Interface: S single, A API, B bulk')).toBeInTheDocument();
    for (const region of screen.getAllByRole('region').filter(({ style }) => style.maxHeight !== '')) expect(region.style.maxHeight).toContain('400px');
  });

  it('R5 D3 saves an uploaded file under the operator\'s name, from the report\'s folder, with the token', async () => {
    const downloads = recordDownloads();
    const { api, submit, press } = await open('lock', undefined, { handlers: { downloadReports: () => answer, file: () => 'sno,imei1' } });
    await submit();
    await press('View');
    await press('Download made-by-server.csv');
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['mine.csv']));
    expect(api.requestsOf('file').map(({ path, headers }) => [path, headers['x-api-key']])).toEqual([['files/lock/made-by-server.csv', api.session.token]]);
  });

  it('R5 says which file could not be had', async () => {
    const file = (): never => { throw new FakeFailure({ message: 'There is no uploaded file lock/made-by-server.csv.' }); };
    const { submit, press } = await open('lock', undefined, { handlers: { downloadReports: () => answer, file } });
    await submit();
    await press('View');
    await press('Download made-by-server.csv');
    expect(await screen.findByText('made-by-server.csv could not be downloaded. There is no uploaded file lock/made-by-server.csv.')).toBeInTheDocument();
  });

  it('R1 refuses an end before the start and asks nothing', async () => {
    const { api, submit } = await open('lock');
    setDay('StartDate', '2026-11-20');
    setDay('EndDate', '2026-11-19');
    await submit();
    expect(screen.getByText('End date cannot be prior to start date')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('R1 the quick ranges fill the days in', async () => {
    const { press } = await open('lock');
    await press('This month');
    expect(screen.getByLabelText('StartDate')).toHaveValue(`${calendarDay(Date.now()).slice(0, 7)}-01`);
    await press('Today');
    expect(screen.getByLabelText('StartDate')).toHaveValue(calendarDay(Date.now()));
  });

  it('R1 waits with progress, and Cancel gives up, says so, and leaves what was shown', async () => {
    const never = new Promise<never>(() => undefined);
    const { submit, press, api } = await open('lock', ({ cursor = '' }) => (cursor === '' ? { ...answer, next: 'two', total: 10 } : never));
    await submit();
    expect(await screen.findByText('Please wait while the report is fetched.')).toBeInTheDocument();
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuetext', '2 of 10 rows');
    await press('Cancel');
    expect(await screen.findByText('Fetching was cancelled. Nothing of that report is shown.')).toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'View' })).not.toBeInTheDocument();
    api.use({ downloadReports: () => answer });
    await submit();
    expect(await screen.findByRole('button', { name: 'View' })).toBeEnabled();
    expect(screen.queryByText(/cancelled/)).not.toBeInTheDocument();
  });

  it('R1 Cancel while nothing is fetched puts the inputs back', async () => {
    const { press } = await open('lock');
    setDay('StartDate', '2020-01-01');
    await press('Cancel');
    expect(screen.getByLabelText('StartDate')).toHaveValue(calendarDay(Date.now()));
  });

  it('R1 other inputs keep what was fetched and say which days it is of', async () => {
    const { submit } = await open('lock');
    setDay('StartDate', '2026-01-01');
    setDay('EndDate', '2026-01-31');
    await submit();
    await screen.findByRole('button', { name: 'View' });
    setDay('EndDate', '2026-02-01');
    expect(await screen.findByText('The inputs have changed. What is shown is still Jan 1, 2026 to Jan 31, 2026; press Submit to fetch anew.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'View' })).toBeEnabled();
  });

  it.each([['empty lists', []], ['null', null]])('R7 D1a %s: No results found, and nothing to download', async (_what, items) => {
    const { submit } = await open('lock', () => ({ status: 'success', message: '', items, commanditems: items }));
    await submit();
    expect(await screen.findByText('No results found')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download (Excel)' })).not.toBeInTheDocument();
  });

  it.each([
    ['the server\'s message', 'The report has more than 200000 rows.', () => { throw new FakeFailure({ message: 'The report has more than 200000 rows.' }); }],
    ['a network failure as an exception', EXCEPTION, () => { throw new FakeNetworkFailure('gone'); }],
    ['a broken server as an exception', EXCEPTION, () => { throw new FakeFailure({ httpStatus: 500, message: 'SQLSTATE[HY000]' }); }],
  ] as const)('R7 shows %s', async (_what, text, downloadReports) => {
    const { submit } = await open('lock', downloadReports);
    await submit();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'View' })).not.toBeInTheDocument();
  });

  it('D1a shows rows of numbers and nulls of an existing back end', async () => {
    const commanditems = [{ imei1: 356938030000005, user: null, date_and_time: '0000-00-00 00:00:00' }];
    const { submit, press } = await open('lock', () => ({ status: 'SUCCESS', message: 'ok', items: null, commanditems }));
    await submit();
    await press('View');
    expect((await tableOf('Executed Commands History')).rows).toEqual([['1', '0000-00-00 00:00:00', '356938030000005', '', '', '', '', '']]);
  });
});
