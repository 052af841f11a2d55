import { screen, waitFor, within } from '@testing-library/react';
import { reports } from '@device-console/shared-lib/contract';
import { calendarDay, formatTime } from '@device-console/shared-lib/console';
import { FakeFailure, recordDownloads, renderScreen } from '@device-console/shared-lib/testing';
import { timeZoneInWords } from '@device-console/shared-lib/ui/date-range';
import { IMEI, TIME, answer, command, openReport, setDay, tableOf } from '../testing/open-report.tsx';
import { Screen as ReportsScreen } from './reports-screen.tsx';

// One moment for the whole file, so that midnight cannot fall within a test.
const now = Date.now();
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});

/** A zone that is a day ahead of, or behind, the zone of the tests. */
const anotherDay = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(
  (zone) => calendarDay(now, zone) !== calendarDay(now),
);

/** What a report asks for and shows depends only on its kind. */
const oneOfEachKind = [...new Map(reports.map((report) => [report.kind, report])).values()];

describe('Reports', () => {
  it("R6 D3 has a tab for every report, under its own address and the operator's prefix, in one row", async () => {
    await openReport('register', undefined, {
      address: '/superadmin/reports/register',
      path: '/superadmin/reports/:report',
      session: { userlevel: 'SUPERADMIN' },
    });
    const tabs = within(screen.getByRole('navigation', { name: 'Reports' }));
    expect(tabs.getAllByRole('list')).toHaveLength(1);
    const links = tabs.getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      reports.map(({ title, report }) => [title, `/superadmin/reports/${report}`]),
    );
    expect(links.filter((link) => link.hasAttribute('aria-current')).map(({ textContent }) => textContent)).toEqual([
      'Registrations',
    ]);
  });

  it('R6 a narrow window chooses among them, and the days stay chosen', async () => {
    const { user, address } = await openReport('register');
    setDay('StartDate', '2026-01-02');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Report' }), 'Lock Device History');
    expect(address()).toBe('/reports/lock');
    expect(screen.getByLabelText('StartDate')).toHaveValue('2026-01-02');
    expect(screen.queryByLabelText('Registration Filter')).not.toBeInTheDocument();
  });

  it('D3 /reports opens the registrations of today', async () => {
    const { address } = await renderScreen(ReportsScreen, { address: '/reports' });
    expect(address()).toBe('/reports/register#range=today');
  });

  it('R1 R6 the heading is the report, and the next one is fetched for the same days', async () => {
    const { user, api, address, press } = await openReport('register');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Registrations');
    await press('Last month');
    await tableOf('Registrations');
    const days = address().slice('/reports/register'.length);
    await user.click(screen.getByRole('link', { name: 'Lock Device History' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Lock Device History');
    expect(address()).toBe(`/reports/lock${days}`);
    await tableOf('Executed Commands History');
    const [first, second] = api.requestsOf('downloadReports').map(({ body }) => [body['startdate'], body['enddate']]);
    expect(second).toEqual(first);
  });

  it('R7 Download all saves every report of the chosen days in one file', async () => {
    const downloads = recordDownloads();
    const { press, api } = await openReport('lock');
    setDay('StartDate', '2026-01-01');
    setDay('EndDate', '2026-01-31');
    await press('Download all');
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['reports-2026-01-01-to-2026-01-31.xlsx']));
    expect(api.requestsOf('downloadReports').map(({ body }) => [body['report'], body['startdate']])).toEqual(
      reports.map(({ report }) => [report, '2026-01-01']),
    );
  });

  it('R7 Download all saves nothing if one report fails, and names it; it can be stopped', async () => {
    const downloads = recordDownloads();
    const { press, api } = await openReport('lock', ({ report }) => {
      if (report === 'notify') throw new FakeFailure({ message: 'Not now.' });
      return answer;
    });
    await press('Download all');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The file could not be written. Enable Notification History: Not now.',
    );
    api.use({ downloadReports: () => new Promise<never>(() => undefined) });
    await press('Download all');
    await press(`Stop writing (0 of ${reports.length} reports)`);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Download all' })).toBeEnabled());
    expect(downloads).toEqual([]);
  });

  it('R1 any other type goes to the server under its name and shows the executed commands', async () => {
    const report = 'Lock App/2';
    const { api, submit, press } = await openReport(encodeURIComponent(report));
    expect(
      within(screen.getByRole('navigation', { name: 'Reports' })).getByRole('link', { current: 'page' }),
    ).toHaveTextContent(`${report} History`);
    expect(screen.getByRole('combobox', { name: 'Report' })).toHaveValue(report);
    expect(screen.queryByLabelText('Registration Filter')).not.toBeInTheDocument();
    await submit();
    await press('View');
    expect((await tableOf('Executed Commands History')).rows).toEqual([expect.stringMatching(`${IMEI}.*DISABLE APP`)]);
    expect((await tableOf('Bulk Upload History')).rows).toEqual([expect.stringContaining('made-by-server.csv')]);
    expect(api.requestsOf('downloadReports').map(({ body }) => body['report'])).toEqual([report]);
  });

  it('D40 R5 an address that names some commands shows these at once', async () => {
    const failed = { ...command, id: 2, imei1: '490154203237518', status: 'failed' };
    await openReport('lock', () => ({ ...answer, commanditems: [command, failed], total: 2 }), {
      address: '/reports/lock#start=2026-03-01&end=2026-03-05&find=failed',
    });
    const { rows } = await tableOf('Executed Commands History');
    expect(rows).toEqual([expect.stringMatching(/490154203237518 .* failed/)]);
  });

  it.each(oneOfEachKind)(
    "R1 R2 D3 $report asks for today in the operator's zone, then offers Download (Excel) and View",
    async ({ report, kind }) => {
      const { api, submit } = await openReport(report);
      expect(screen.queryByRole('button', { name: 'Download (Excel)' })).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'View' })).not.toBeInTheDocument();
      await submit();
      expect(await screen.findByText(/rows?, fetched at/)).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Download (Excel)' })).toBeEnabled();
      expect(screen.getByRole('button', { name: 'View' })).toBeEnabled();
      const today = calendarDay(now);
      expect(api.requestsOf('downloadReports').map(({ body }) => body)).toEqual([
        {
          report,
          startdate: today,
          enddate: today,
          timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          limit: 1_000,
          user: 'operator@example.com',
          ...(kind === 'registrations' && { match: 'ALL' }),
        },
      ]);
      expect(screen.getAllByRole('table').length).toBeGreaterThan(0);
    },
  );

  it('D3 where the browser does not know the zone, days are those of UTC, which the page says', async () => {
    const options = new Intl.DateTimeFormat().resolvedOptions();
    const unknown = jest
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue({ ...options, timeZone: 'Etc/Unknown' });
    try {
      const { api, submit } = await openReport('lock');
      expect(screen.getByText('Days of UTC: this browser does not know your time zone.')).toBeInTheDocument();
      await submit();
      await screen.findByText(/rows?, fetched at/);
      expect(api.requestsOf('downloadReports').map(({ body }) => [body['timezone'], body['startdate']])).toEqual([
        ['UTC', calendarDay(now, 'UTC')],
      ]);
    } finally {
      unknown.mockRestore();
    }
  });

  it('D3 D1a an existing back end is asked for days of its own zone, which the page says', async () => {
    const serverTimeZone = anotherDay ?? '';
    const { user, submit } = await openReport('lock', undefined, { config: { backend: 'legacy', serverTimeZone } });
    const today = calendarDay(now, serverTimeZone);
    expect(screen.getByText(`Days of the server's time zone, ${timeZoneInWords(serverTimeZone)}.`)).toBeInTheDocument();
    expect(screen.getByLabelText('StartDate')).toHaveValue(today);
    setDay('StartDate', '2026-01-02');
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(screen.getByLabelText('StartDate')).toHaveValue(today);
    await submit();
    expect(
      await screen.findByText(new RegExp(`\\(${timeZoneInWords(serverTimeZone)}\\).*rows, fetched at`)),
    ).toBeInTheDocument();
  });

  it('R3 L4 shows the registration table with View Audit alone, and says what its names mean', async () => {
    const { submit, press, user, address } = await openReport('register');
    await submit();
    await press('View');
    await expect(tableOf('Registrations')).resolves.toEqual({
      header:
        'Action | S.No. | IMEI1 | IMEI2 | Match_Status | Registration_status | Date and Time | Manufacturer | Model',
      rows: [`View Audit | 1 | ${IMEI} |  | Matched | REGISTERED | ${formatTime(TIME)} | Acme | 12`],
    });
    expect(screen.getByRole('columnheader', { name: 'Match_Status' })).toHaveAttribute('title', 'Match status');
    await user.click(screen.getByRole('link', { name: 'View Audit' }));
    expect(address()).toBe(`/auditReport#imei=${IMEI}`);
  });

  it('R4 shows the De-enroll/Re-register table', async () => {
    const { submit, press } = await openReport('deenroll');
    await submit();
    await press('View');
    await expect(tableOf('De-enrollment/Re-registery Records')).resolves.toEqual({
      header: 'S.No. | IMEI1 | IMEI2 | Date and Time | Action',
      rows: [`1 | ${IMEI} |  | ${formatTime(TIME)} | DE-ENROLLED`],
    });
  });

  it('R5 R8 that of a command shows both tables with the legend', async () => {
    const { submit, press } = await openReport('lock');
    await submit();
    await press('View');
    await expect(tableOf('Bulk Upload History')).resolves.toEqual({
      header:
        'S.No. | Date and Time | File Name | Original File Name | Status of File | Last Imei | Remarks | Download',
      rows: [`1 | ${formatTime(TIME)} | made-by-server.csv | mine.csv | complete | ${IMEI} |  | Download`],
    });
    const { transactionId } = command;
    await expect(tableOf('Executed Commands History')).resolves.toEqual({
      header: 'S.No. | Date and Time | IMEI1 | Transaction ID | Interface | Command | Status | User',
      rows: [`1 | ${formatTime(TIME)} | ${IMEI} | ${transactionId} | B | DISABLE APP | acknowledged | a@example.com`],
    });
    expect(screen.getByText('Interface: S single, A API, B bulk')).toBeInTheDocument();
    for (const region of screen.getAllByRole('region').filter(({ style }) => style.maxHeight !== ''))
      expect(region.style.maxHeight).toContain('400px');
  });

  it("R5 D3 says why a file could not be had, and saves it under the operator's name, with the token", async () => {
    const downloads = recordDownloads();
    const file = () => new FakeFailure({ message: 'There is no uploaded file lock/made-by-server.csv.' });
    const { api, submit, press } = await openReport('lock', undefined, {
      handlers: { downloadReports: () => answer, file },
    });
    await submit();
    await press('View');
    await press('Download made-by-server.csv');
    expect(
      await screen.findByText(
        'made-by-server.csv could not be downloaded. There is no uploaded file lock/made-by-server.csv.',
      ),
    ).toBeInTheDocument();
    expect(downloads).toEqual([]);
    api.use({ file: () => 'sno,imei1' });
    await press('Download made-by-server.csv');
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['mine.csv']));
    expect(api.requestsOf('file').map(({ path, headers }) => [path, headers['x-api-key']])).toEqual(
      [1, 2].map(() => ['files/lock/made-by-server.csv', api.session.token]),
    );
  });
});
