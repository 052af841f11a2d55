import { screen, waitFor } from '@testing-library/react';
import { calendarDay } from '@device-console/shared-lib/console';
import type { OperatorAuditRow } from '@device-console/shared-lib/contract';
import {
  FakeNetworkFailure,
  renderConsole,
  rowsOf,
  type FakeHandlers,
  type RenderConsoleOptions,
} from '@device-console/shared-lib/testing';
import { Panel } from './operator-actions-panel.tsx';

const IMEI = '490154203237518';
const row: OperatorAuditRow = {
  id: '9',
  at: '2026-11-20T10:00:01.000Z',
  user: 'operator@example.com',
  via: 'session',
  address: '10.0.0.7',
  call: 'locknotification.php',
  action: 'lock',
  imei: IMEI,
  outcome: 'success',
  message: 'Lock initiated.',
  detail: '',
  transactionId: 'b2a7',
};
const lookup = { ...row, id: '10', call: 'devicedetails.php', action: '' };

type Answer = Exclude<FakeHandlers['operatorAudit'], undefined>;
const page =
  (items: readonly OperatorAuditRow[], next = ''): Answer =>
  () => ({ status: 'success', message: '', items: [...items], next, total: null });
const open = (operatorAudit: Answer, options: RenderConsoleOptions = {}) =>
  renderConsole(<Panel imei={IMEI} />, { address: `/device#imei=${IMEI}`, ...options, handlers: { operatorAudit } });
const rows = async () => rowsOf(await screen.findByRole('table', { name: 'Newest operator actions' }));

// One moment for the whole file, so that midnight cannot fall within a test.
const now = Date.now();
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});

describe('Operator Actions on the page of a device', () => {
  it('D17 shows who did what to it, when, and what came of it; whoever only looked at it is left out', async () => {
    const refused = { ...row, id: '8', outcome: 'refused', message: 'no permission' };
    const calls = ['devicedetails.php', 'auditReportByImei.php', 'operatorAudit.php'];
    const lookups = calls.map((call) => ({ ...lookup, id: call, call }));
    const { api } = await open(page([...lookups, refused, row]));
    expect(await rows()).toEqual([
      expect.stringMatching(/ \| operator@example\.com \| Console \| Lock Device \| Refused \| no permission$/),
      expect.stringMatching(/ \| operator@example\.com \| Console \| Lock Device \| Success \| Lock initiated\.$/),
    ]);
    const thirtyDays = { startdate: calendarDay(now - 29 * 86_400_000), enddate: calendarDay(now) };
    const asked = api.requestsOf('operatorAudit').map(({ body }) => body);
    expect(asked).toEqual([expect.objectContaining({ ...thirtyDays, imei: IMEI, limit: 200 })]);
    expect(screen.queryByText(/^These are the newest/)).not.toBeInTheDocument();
  });

  it.each([
    ['/device', '/operatorAudit'],
    ['/superadmin/device', '/superadmin/operatorAudit'],
  ])('leads from %s to the whole audit with the IMEI filled in', async (address, audit) => {
    await open(page([row]), { address: `${address}#imei=${IMEI}`, session: { userlevel: 'SUPERADMIN' } });
    const link = screen.getByRole('link', { name: 'Open Operator Audit for this device' });
    expect(link).toHaveAttribute('href', `${audit}#imei=${IMEI}`);
  });

  it('says that the newest ten are not all', async () => {
    await open(page(Array.from({ length: 11 }, (_, index) => ({ ...row, id: String(index) }))));
    await expect(rows()).resolves.toHaveLength(10);
    expect(screen.getByText('These are the newest 10.')).toBeInTheDocument();
  });

  it('says that there may be older ones that were not asked for', async () => {
    await open(page([row], 'older'));
    expect(await screen.findByText('These are the newest 1.')).toBeInTheDocument();
  });

  it.each([
    ['there is none', page([lookup]), 'The audit has no such actions.'],
    ['none is among the newest entries', page([lookup], 'older'), 'The newest 200 entries are all lookups.'],
  ])('says so where %s', async (_what, answer, text) => {
    await open(answer);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('tells its failure, and Retry asks again', async () => {
    const { api, user } = await open(() => new FakeNetworkFailure('gone'));
    const text = /^Cannot fetch the data now, please try again\.The server could not be reached\./;
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    api.use({ operatorAudit: page([row]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expect(rows()).resolves.toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });
});
