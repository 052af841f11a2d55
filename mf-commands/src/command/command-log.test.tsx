import { act, screen, waitFor, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import {
  FakeFailure,
  FakeNetworkFailure,
  headOf,
  keysEvery,
  recordDownloads,
  type FakeHandlers,
} from '@device-console/shared-lib/testing';
import { answerTo, IMEI, imeiField, logLines, openCard, OTHER_IMEI, variantField } from '../testing/open-card.tsx';

const lock = commandById('lock');
const done = answerTo(lock, () => ({ status: 'success', message: 'done' }));
const refused = answerTo(lock, () => new FakeFailure({ message: 'It is released.' }));
const lost = answerTo(lock, () => new FakeNetworkFailure('gone'));
const mayNotSeeAudit = { userlevel: 'USER', permissions: ['Lock Device', 'Release Device', 'Disable App'] };
const NAME = 'Log of this session';
const log = () => screen.getByRole('table', { name: NAME });
const counts = (text: string) => screen.findByText(text, { exact: true });

beforeEach(() => keysEvery(10));

describe('the log of a command', () => {
  it('C1 begins with the first line', async () => {
    const { send } = await openCard(lock, { session: mayNotSeeAudit });
    expect(screen.queryByRole('table', { name: NAME })).not.toBeInTheDocument();
    await send();
    expect(await counts('1 sent')).toBeInTheDocument();
    expect(headOf(log())).toBe('Time | IMEI | Outcome');
  });

  it.each([
    ['3569380356438', 'Not an IMEI 13 digits instead of 15.'],
    ['3569380356438091', 'Not an IMEI 16 digits instead of 15.'],
    [`${IMEI}${OTHER_IMEI}`, 'Not an IMEI Two barcodes in one: scan them one by one.'],
    [`IMEI:${IMEI}`, 'Not an IMEI It has other characters than digits.'],
  ])('C1 a scan of %s is a line that says what is wrong, and the next one is sent', async (wrong, said) => {
    const { api, user } = await openCard(lock, { session: mayNotSeeAudit });
    await user.keyboard(`${wrong}{Enter}${IMEI}{Enter}`);
    expect(await counts('1 sent · 1 not an IMEI')).toBeInTheDocument();
    expect(logLines()).toEqual([`${IMEI} | Sent`, `${wrong} | ${said}`]);
    expect(api.requests).toHaveLength(1);
  });

  it('C1 C7 D10 a wrong check digit is sent, and said with the refusal', async () => {
    const { user } = await openCard(lock, { handlers: refused, session: mayNotSeeAudit });
    await user.keyboard('490154203237511{Enter}');
    expect(await counts('0 sent · 1 refused')).toBeInTheDocument();
    expect(logLines()).toEqual(['490154203237511 | Refused It is released. Its check digit is wrong.']);
  });

  it('C1 a scan reaches the field from anywhere on the page', async () => {
    const { user } = await openCard(lock, { session: mayNotSeeAudit });
    act(() => imeiField().blur());
    await user.keyboard(`${IMEI}{Enter}{Enter}`);
    expect(await counts('1 sent')).toBeInTheDocument();
    expect(imeiField()).toHaveFocus();
  });

  it('C2 a scan beside an open question is a line that says so', async () => {
    const release = commandById('release');
    const { api, user } = await openCard(release, { session: mayNotSeeAudit });
    await user.keyboard(`${IMEI}{Enter}{Enter}${OTHER_IMEI}{Enter}{Enter}`);
    const dialog = within(screen.getByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Release Device' }));
    expect(await counts('1 sent · 1 not sent')).toBeInTheDocument();
    expect(logLines()).toEqual([`${IMEI} | Sent`, `${OTHER_IMEI} | Not sent A question was open.`]);
    expect(api.requests.map(({ body }) => body['imei'])).toEqual([IMEI]);
  });

  it('C4 a scan before the level is chosen is a line that says so', async () => {
    const { user } = await openCard(commandById('disableApp'), { session: mayNotSeeAudit });
    variantField().focus();
    await user.keyboard(`${IMEI}{Enter}`);
    expect(await counts('0 sent · 1 not sent')).toBeInTheDocument();
    expect(logLines()).toEqual([`${IMEI} | Not sent The choice above the IMEI was missing.`]);
    expect(screen.getByText('Please select a level.')).toBeInTheDocument();
  });

  it('C6 D2e outlives its screen', async () => {
    const card = await openCard(lock, { session: mayNotSeeAudit });
    await card.user.keyboard(`35693803564{Enter}${IMEI}{Enter}`);
    expect(await counts('1 sent · 1 not an IMEI')).toBeInTheDocument();
    await card.goTo('/auditReport');
    await card.goTo('/lockDevice');
    expect(await counts('1 sent · 1 not an IMEI')).toBeInTheDocument();
  });

  it('C7 D2 what was not done is sent again by one press, in order, and what was lost under its own id', async () => {
    const card = await openCard(lock, { handlers: lost, config: { idempotent: true }, session: mayNotSeeAudit });
    const { api, send, user } = card;
    await send(IMEI);
    await counts('0 sent · 1 of unknown outcome');
    api.use(refused);
    await send(OTHER_IMEI);
    await counts('0 sent · 1 refused · 1 of unknown outcome');
    api.use(done);
    await user.click(screen.getByRole('button', { name: 'Send 2 again' }));
    expect(await counts('2 sent · 1 refused')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Send . again$/ })).not.toBeInTheDocument();
    const requests = api.requestsOf('lockNotification');
    expect(requests.map(({ body }) => body['imei'])).toEqual([IMEI, OTHER_IMEI, IMEI, OTHER_IMEI]);
    expect(requests[2]?.transactionId).toBe(requests[0]?.transactionId);
    expect(requests[3]?.transactionId).not.toBe(requests[1]?.transactionId);
  });

  it('D2b an unknown outcome is not asked for by a repetition that may be carried out twice', async () => {
    const { send } = await openCard(lock, { handlers: lost, session: mayNotSeeAudit });
    await send();
    await counts('0 sent · 1 of unknown outcome');
    expect(screen.queryByRole('button', { name: 'Send 1 again' })).not.toBeInTheDocument();
  });

  it('C2 sending again asks where the form asks', async () => {
    const release = commandById('release');
    const handlers = answerTo(release, () => new FakeFailure({ message: 'No.' }));
    const { api, send, user } = await openCard(release, { handlers, session: mayNotSeeAudit });
    await send(IMEI);
    await counts('0 sent · 1 refused');
    await user.click(screen.getByRole('button', { name: 'Send 1 again' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText('Are you sure you want to release this device?')).toBeInTheDocument();
    expect(dialog.getByText(`IMEI ${IMEI}`)).toBeInTheDocument();
    expect(api.requests).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Send 1 again' }));
    expect(await counts('0 sent · 2 refused')).toBeInTheDocument();
  });

  it('A2 D17d says model, state before and acknowledgement, as the audit has them', async () => {
    const lockId = (): string => api.requestsOf('lockNotification')[0]?.transactionId ?? '';
    const registration = [
      { imei1: IMEI, imei2: '', brand: 'Acme', model: 'One', command: '', createdat: '2026-01-01T00:00:00Z' },
    ];
    const handlers: FakeHandlers = {
      ...done,
      auditReportByImei: () => ({
        ...{ status: 'success', message: '', release: [], deenroll: [], registration },
        commands: [
          { ...command, transactionId: lockId(), command: 'LOCK', date_and_time: '2026-11-28T10:00:00Z' },
          { ...command, transactionId: 'x', command: 'UNLOCK', date_and_time: '2026-11-01T10:00:00Z' },
        ],
      }),
    };
    const { api, send } = await openCard(lock, { handlers });
    await send();
    await counts('1 sent');
    expect(headOf(log())).toBe('Time | IMEI | Model | State before | Outcome | Acknowledgement');
    await waitFor(() => expect(logLines()).toEqual([`${IMEI} | Acme One | Unlocked | Sent | Acknowledged`]));
  });

  it('C1 is copied for a spreadsheet, and saved', async () => {
    const saved = recordDownloads();
    const { user } = await openCard(lock, { session: mayNotSeeAudit });
    await user.keyboard(`35693803564{Enter}${IMEI}{Enter}`);
    await counts('1 sent · 1 not an IMEI');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
    const copied = (await navigator.clipboard.readText()).split('\n').map((line) => line.split('\t').slice(1));
    const lines = [
      ['IMEI', 'Outcome'],
      [IMEI, 'Sent'],
      ['35693803564', 'Not an IMEI: 11 digits instead of 15.'],
    ];
    expect(copied).toEqual(lines);
    await user.click(screen.getByRole('button', { name: 'Save CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('lockDevice-log.csv');
    const text = (await saved[0]?.text()) ?? '';
    for (const [, said = ''] of lines) expect(text).toContain(said);
  });
});

const command = {
  id: '',
  createdat: '',
  imei1: IMEI,
  interface: 'S',
  status: 'acknowledged',
  user: 'a@example.com',
  commandType: '',
};
