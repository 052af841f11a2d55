import { screen, waitFor } from '@testing-library/react';
import { calendarDay } from '@device-console/shared-lib/console';
import {
  FakeNetworkFailure,
  renderConsole,
  rowsOf,
  type RenderConsoleOptions,
} from '@device-console/shared-lib/testing';
import { auditPage, auditRow, type AuditAnswer } from '../testing/audit-rows.ts';
import { Panel } from './operator-actions-panel.tsx';

const IMEI = '490154203237518';
const row = { ...auditRow, imei: IMEI, detail: '' };
const lookup = { ...row, id: '10', call: 'devicedetails.php', action: '' };

const open = (operatorAudit: AuditAnswer, options: RenderConsoleOptions = {}) =>
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
    const { api } = await open(auditPage([...lookups, refused, row]));
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
    await open(auditPage([row]), { address: `${address}#imei=${IMEI}`, session: { userlevel: 'SUPERADMIN' } });
    const link = screen.getByRole('link', { name: 'Open Operator Audit for this device' });
    expect(link).toHaveAttribute('href', `${audit}#imei=${IMEI}`);
  });

  it.each([
    ['the newest ten are not all', auditPage(Array.from({ length: 11 }, (_, id) => ({ ...row, id: String(id) }))), 10],
    ['there may be older ones that were not asked for', auditPage([row], 'older'), 1],
  ])('says that %s', async (_what, answer, shown) => {
    await open(answer);
    await expect(rows()).resolves.toHaveLength(shown);
    expect(screen.getByText(`These are the newest ${shown}.`)).toBeInTheDocument();
  });

  it.each([
    ['there is none', auditPage([lookup]), 'The audit has no such actions.'],
    ['none is among the newest entries', auditPage([lookup], 'older'), 'The newest 200 entries are all lookups.'],
  ])('says so where %s', async (_what, answer, text) => {
    await open(answer);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('tells its failure, and Retry asks again', async () => {
    const { api, user } = await open(() => new FakeNetworkFailure('gone'));
    const text = /^Cannot fetch the data now, please try again\.The server could not be reached\./;
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    api.use({ operatorAudit: auditPage([row]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expect(rows()).resolves.toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });
});
