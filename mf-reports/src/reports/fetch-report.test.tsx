import { screen, waitFor } from '@testing-library/react';
import { calendarDay } from '@device-console/shared-lib/console';
import { FakeFailure } from '@device-console/shared-lib/testing';
import { ownTimeZone, timeZoneInWords } from '@device-console/shared-lib/ui/date-range';
import { answer, openReport, setDay } from '../testing/open-report.tsx';

const EXCEPTION = 'Something went wrong.Please try again in sometime.';

// One moment for the whole file, so that midnight cannot fall within a test.
const now = Date.now();
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});

describe('fetching a report', () => {
  it('D3 a range of one press is fetched at once, and stands in the address', async () => {
    const { press, api, address } = await openReport('lock');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await press('This month');
    const [first, today] = [`${calendarDay(now).slice(0, 7)}-01`, calendarDay(now)];
    expect(screen.getByLabelText('StartDate')).toHaveValue(first);
    expect(await screen.findByRole('button', { name: 'View' })).toBeEnabled();
    expect(address()).toBe(`/reports/lock#start=${first}&end=${today}`);
    expect(api.requestsOf('downloadReports').map(({ body }) => [body['startdate'], body['enddate']])).toEqual([
      [first, today],
    ]);
    await press('Today');
    expect(screen.getByLabelText('StartDate')).toHaveValue(today);
  });

  it('R2 D3 the address brings a report back; it is asked for again, and with another filter', async () => {
    const { api, submit, address, user } = await openReport('register', undefined, {
      address: '/reports/register#start=2026-01-01&end=2026-01-31&match=NO',
    });
    expect(await screen.findByText(/^1 Jan 2026 to 31 Jan 2026 .*, NO \(Unmatched\): 1 row/)).toBeInTheDocument();
    expect(screen.getByLabelText('StartDate')).toHaveValue('2026-01-01');
    expect(screen.getByLabelText('Registration Filter')).toHaveValue('NO');
    await submit();
    await waitFor(() => expect(api.requestsOf('downloadReports')).toHaveLength(2));
    // Until the answer is there, Submit takes no press.
    await waitFor(() => expect(screen.queryByText('Please wait while the report is fetched.')).not.toBeInTheDocument());
    expect(address()).toBe('/reports/register#start=2026-01-01&end=2026-01-31&match=NO');
    const filters = ['ALL', 'YES (Matched)', 'NO (Unmatched)'];
    expect(screen.getAllByRole('option', { name: /^(ALL|YES|NO)/ }).map(({ textContent }) => textContent)).toEqual(
      filters,
    );
    await user.selectOptions(screen.getByLabelText('Registration Filter'), 'YES (Matched)');
    await submit();
    await screen.findByText(/, YES \(Matched\): 1 row/);
    expect(api.requestsOf('downloadReports').map(({ body }) => body['match'])).toEqual(['NO', 'NO', 'YES']);
  });

  it('R1 says whose days they are; the rows are there at once, and View goes to them', async () => {
    const { press, submit } = await openReport('lock');
    const zone = timeZoneInWords(ownTimeZone());
    expect(screen.getByText(`Days of your time zone, ${zone}.`)).toBeInTheDocument();
    await submit();
    expect(await screen.findByRole('table', { name: 'Executed Commands History' })).toBeInTheDocument();
    await press('View');
    expect(screen.getByRole('group', { name: 'Lock Device History' })).toHaveFocus();
    await press('Last month');
    expect(await screen.findByRole('table', { name: 'Executed Commands History' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('R1 waits with progress, and Cancel gives up, says so, and leaves what was shown', async () => {
    const never = new Promise<never>(() => undefined);
    const { submit, press, api } = await openReport('lock', ({ cursor = '' }) =>
      cursor === '' ? { ...answer, next: 'two', total: 10 } : never,
    );
    await submit();
    expect(await screen.findByText('Please wait while the report is fetched.')).toBeInTheDocument();
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuetext', '2 of 10 rows');
    await press('Cancel');
    expect(await screen.findByText('Fetching was cancelled, so that report is not shown.')).toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'View' })).not.toBeInTheDocument();
    api.use({ downloadReports: () => answer });
    await submit();
    expect(await screen.findByRole('button', { name: 'View' })).toBeEnabled();
    expect(screen.queryByText(/cancelled/)).not.toBeInTheDocument();
  });

  it('R1 refuses an end before the start; Cancel while nothing is fetched puts the inputs back', async () => {
    const { api, press, submit } = await openReport('lock');
    setDay('StartDate', '2026-11-20');
    setDay('EndDate', '2026-11-19');
    await submit();
    expect(screen.getByText('End date cannot be prior to start date')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
    await press('Cancel');
    expect(screen.getByLabelText('StartDate')).toHaveValue(calendarDay(now));
  });

  it('other inputs keep what was fetched and say which days it is of', async () => {
    const { submit } = await openReport('lock');
    setDay('StartDate', '2026-01-01');
    setDay('EndDate', '2026-01-31');
    await submit();
    await screen.findByRole('button', { name: 'View' });
    setDay('EndDate', '2026-02-01');
    expect(
      await screen.findByText(
        'The inputs have changed. The report shown is still 1 Jan 2026 to 31 Jan 2026; press Submit to fetch ' +
          'the new one.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'View' })).toBeEnabled();
  });

  it('R7 D1a nothing found: No results found, and nothing to download', async () => {
    const { submit } = await openReport('lock', () => ({
      status: 'success',
      message: '',
      items: [],
      commanditems: [],
    }));
    await submit();
    expect(await screen.findByText('No results found')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download (Excel)' })).not.toBeInTheDocument();
  });

  it.each([
    [
      "the server's message",
      /^The report has more than 200000 rows\.$/,
      () => new FakeFailure({ message: 'The report has more than 200000 rows.' }),
    ],
    [
      'a broken server as an exception, then its words',
      new RegExp(`^${EXCEPTION}SQLSTATE`),
      () => new FakeFailure({ httpStatus: 500, message: 'SQLSTATE[HY000]' }),
    ],
  ] as const)('R7 shows %s', async (_what, text, downloadReports) => {
    const { submit } = await openReport('lock', downloadReports);
    await submit();
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(screen.queryByRole('button', { name: 'View' })).not.toBeInTheDocument();
  });
});
