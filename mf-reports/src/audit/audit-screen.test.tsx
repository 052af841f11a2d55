import { act, render, screen, waitFor, within } from '@testing-library/react';
import { formatTime } from '@device-console/shared-lib/console';
import {
  FakeFailure,
  FakeNetworkFailure,
  recordDownloads,
  renderScreen,
  rowsOf,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { Screen } from './audit-screen.tsx';
import { auditSheets, MAX_PRINTED_ROWS, PrintedTable } from './audit-tables.tsx';

const IMEI = '490154203237518';
const TIME = '2026-03-04T05:06:07Z';
const FAILURE = 'Cannot fetch the data now, please try again.';
const NO_REGISTRATION =
  'No Registration record found. Device might be released or not registered. Please check released record.';
const TOO_SHORT = 'IMEI number must be exactly 15 digits';
const maker = { imei1: IMEI, imei2: '356938035643809', brand: 'Acme', model: 'One' };
const audit = {
  status: 'success',
  message: '',
  registration: [{ ...maker, command: 'SETALARM', createdat: TIME }],
  release: [{ ...maker, createdat: TIME }],
  deenroll: [{ imei1: IMEI, imei2: '', action: 'DE-ENROLLED', date: '', createdat: TIME }],
  commands: [
    {
      date_and_time: TIME,
      imei1: IMEI,
      transactionId: 't-1',
      interface: 'B',
      command: 'UNGREYAPP',
      status: 'SENT',
      user: 'a@example.com',
    },
  ],
};

/** As the client reads it. */
const parsedAudit = {
  ...audit,
  status: 'success' as const,
  registration: audit.registration,
  commands: audit.commands.map((row) => ({ id: '', commandType: '', createdat: '', ...row })),
};

const field = () => screen.getByRole('textbox', { name: 'IMEI number' });
const rowOf = async (title: string) => rowsOf(await screen.findByRole('table', { name: `${title} of ${IMEI}` }))[0];

async function open(options: RenderScreenOptions = {}) {
  const rendered = await renderScreen(Screen, {
    address: '/auditReport',
    handlers: { auditReportByImei: () => audit },
    ...options,
  });
  const paste = async (text: string): Promise<void> => {
    await rendered.user.tripleClick(field());
    await rendered.user.paste(text);
  };
  const search = () => rendered.user.click(screen.getByRole('button', { name: /^Search/ }));
  return { ...rendered, paste, search };
}

describe('Audit Report By IMEI', () => {
  it('A2 shows its four tables in their order; our timeline comes after them', async () => {
    const { paste } = await open();
    await paste(IMEI);
    await screen.findByRole('region', { name: 'Timeline' });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Find a device',
      'Registration Details',
      'Released Detail',
      'De-enrollment and Re-registration Details',
      'Executed Commands',
      'Timeline',
    ]);
  });

  it('A1 searches by itself at 15 digits and not before, and again by the button', async () => {
    const { api, paste, search, user } = await open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Audit Report By IMEI$/);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await paste(IMEI.slice(0, 14));
    expect(api.requests).toEqual([]);
    await user.type(field(), IMEI.slice(14));
    await screen.findByRole('region', { name: 'Registration Details' });
    expect(api.requests.map(({ path, body }) => [path, body])).toEqual([
      ['auditReportByImei.php', { imei1: IMEI, user: 'operator@example.com' }],
    ]);
    await search();
    await waitFor(() => expect(api.requests).toHaveLength(2));
  });

  it.each(['', IMEI.slice(1), 'not an imei'])(
    "A1 the button refuses %j in the specification's words and asks nothing",
    async (text) => {
      const { api, paste, search } = await open();
      if (text !== '') await paste(text);
      await search();
      expect(await screen.findByText(TOO_SHORT)).toBeInTheDocument();
      expect(api.requests).toEqual([]);
    },
  );

  it("A2 A4 R8 shows the device's life and four tables, prints them, and saves them as a workbook", async () => {
    const { user } = await open({ address: `/auditReport#imei=${IMEI}` });
    const time = formatTime(TIME);
    const about = `1 | ${IMEI} | 356938035643809 | Acme | One`;
    await expect(rowOf('Registration Details')).resolves.toBe(`${about} | ACTIVATE ALARM | ${time}`);
    await expect(rowOf('Released Detail')).resolves.toBe(`${about} | RELEASED | ${time}`);
    await expect(rowOf('De-enrollment and Re-registration Details')).resolves.toBe(
      `1 | ${IMEI} |  | DE-ENROLLED | ${time}`,
    );
    await expect(rowOf('Executed Commands')).resolves.toBe(
      `1 | ${time} | ${IMEI} | t-1 | B | RESTORE APP | SENT | a@example.com`,
    );
    expect(screen.getByText('Interface: S single, A API, B bulk')).toBeInTheDocument();
    expect(screen.queryByText(NO_REGISTRATION)).not.toBeInTheDocument();
    const timeline = within(await screen.findByRole('list', { name: `Timeline of ${IMEI}, newest first` }));
    expect(
      timeline.getAllByText(/^(Released|De-enrolled|RESTORE APP|Registered)$/).map(({ textContent }) => textContent),
    ).toEqual(['Released', 'De-enrolled', 'RESTORE APP', 'Registered']);
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    await user.click(await screen.findByRole('button', { name: 'Print Report' }));
    expect(print).toHaveBeenCalledTimes(1);
    const downloads = recordDownloads();
    await user.click(await screen.findByRole('button', { name: 'Download Report' }));
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual([`audit-${IMEI}.xlsx`]));
    expect(screen.queryByRole('button', { name: /^Stop writing/ })).not.toBeInTheDocument();
  });

  it('A3 D1a says so when there is no registration, and shows the other tables', async () => {
    await open({
      address: `/auditReport#imei=${IMEI}`,
      handlers: { auditReportByImei: () => ({ ...audit, registration: null, deenroll: null }) },
    });
    expect(await screen.findByText(NO_REGISTRATION)).toBeInTheDocument();
    await expect(rowOf('Registration Details')).resolves.toBe('No results found');
    await expect(rowOf('Released Detail')).resolves.toContain('RELEASED');
  });

  it("A1 a failure has the specification's words, then the server's, and Retry asks again", async () => {
    const fail = () => new FakeNetworkFailure('gone');
    const { api, user } = await open({ address: `/auditReport#imei=${IMEI}`, handlers: { auditReportByImei: fail } });
    expect(await screen.findByText(FAILURE)).toBeInTheDocument();
    const refuse = () => new FakeFailure({ message: 'This device belongs to another client.' });
    api.use({ auditReportByImei: refuse });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('This device belongs to another client.')).toBeInTheDocument();
    expect(screen.getByRole('alert').textContent).toBe(`${FAILURE}This device belongs to another client.Retry`);
    api.use({ auditReportByImei: () => audit });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('region', { name: 'Registration Details' });
    expect(screen.queryByText(FAILURE)).not.toBeInTheDocument();
  });

  it('A4 while it prints, tables stand in full, below what the server says of a long audit', async () => {
    const commands = Array.from({ length: 110 }, (_, index) => ({ ...audit.commands[0], transactionId: `t-${index}` }));
    await open({
      address: `/auditReport#imei=${IMEI}`,
      handlers: { auditReportByImei: () => ({ ...audit, commands, message: 'Only the newest 110.' }) },
    });
    const name = `Executed Commands of ${IMEI}`;
    await screen.findByRole('table', { name });
    expect(screen.getByText('Only the newest 110.')).toBeInTheDocument();
    const rows = () => document.querySelectorAll(`[aria-label="${name}"] tbody tr`).length;
    expect(rows()).toBeLessThan(100);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toBe(110);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(rows()).toBeLessThan(100);
  });

  it('A4 says how many rows of a very long table are printed', () => {
    const columns = [{ id: 'n', header: 'N', cell: (row: number) => row }];
    render(
      <PrintedTable
        label="Numbers"
        columns={columns}
        rows={Array.from({ length: MAX_PRINTED_ROWS + 1 }, (_, index) => index)}
      />,
    );
    expect(document.querySelectorAll('tbody tr')).toHaveLength(MAX_PRINTED_ROWS);
    expect(
      screen.getByText('Only the first 5,000 of 5,001 rows are printed. Download Report has them all.'),
    ).toBeInTheDocument();
  });

  it('A4 says so when the workbook cannot be written', async () => {
    recordDownloads();
    Object.assign(URL, {
      createObjectURL: () => {
        throw new Error('There is no room for it.');
      },
    });
    const { user } = await open({ address: `/auditReport#imei=${IMEI}` });
    await user.click(await screen.findByRole('button', { name: 'Download Report' }));
    expect(await screen.findByText('The file could not be written. There is no room for it.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Download Report' })).toBeEnabled();
  });

  it("A4 the workbook has the sheets registration, release, commands, de-enroll with the tables' columns", () => {
    const sheets = auditSheets(parsedAudit).map(({ name, columns, rows }) => [
      name,
      columns.map(({ header, kind }) => `${header}:${kind}`).join(' | '),
      ...[...rows].map((row) => row.join(' | ')),
    ]);
    const heads = 'S.No.:number | IMEI 1:text | IMEI 2:text | Brand:text | Model:text';
    const about = `1 | ${IMEI} | 356938035643809 | Acme | One`;
    expect(sheets).toEqual([
      ['registration', `${heads} | Last Command:text | Created At:date`, `${about} | ACTIVATE ALARM | ${TIME}`],
      ['release', `${heads} | Status:text | Created At:date`, `${about} | RELEASED | ${TIME}`],
      [
        'commands',
        'S.No.:number | Date and Time:date | IMEI1:text | Transaction ID:text | Interface:text | Command:text | ' +
          'Status:text | User:text',
        `1 | ${TIME} | ${IMEI} | t-1 | B | RESTORE APP | SENT | a@example.com`,
      ],
      [
        'de-enroll',
        'S.No.:number | IMEI 1:text | IMEI 2:text | Action:text | Date and Time:date',
        `1 | ${IMEI} |  | DE-ENROLLED | ${TIME}`,
      ],
    ]);
  });
});
