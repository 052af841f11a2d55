import { screen, within } from '@testing-library/react';
import { formatTime } from '@device-console/shared-lib/console';
import { FakeFailure, FakeNetworkFailure, renderScreen, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { Screen } from './audit-screen.tsx';

const IMEI = '490154203237518';
const TIME = '2026-03-04T05:06:07Z';
const FAILURE = 'Cannot fetch the data now, please try again.';
const NO_REGISTRATION = 'No Registration record found. Device might be released or not registered. Please check released record.';
const TOO_SHORT = 'IMEI number must be exactly 15 digits';
const maker = { imei1: IMEI, imei2: '356938035643809', brand: 'Acme', model: 'One' };
const audit = {
  status: 'success', message: '',
  registration: [{ ...maker, command: 'SETALARM', createdat: TIME }],
  release: [{ ...maker, createdat: TIME }],
  deenroll: [{ imei1: IMEI, imei2: '', action: 'DE-ENROLLED', date: '', createdat: TIME }],
  commands: [{ date_and_time: TIME, imei1: IMEI, transactionId: 't-1', interface: 'B', command: 'UNGREYAPP', status: 'SENT', user: 'a@example.com' }],
};

const field = () => screen.getByRole('textbox', { name: 'IMEI number' });
const rowOf = async (title: string): Promise<readonly (string | null)[]> => {
  const table = await screen.findByRole('table', { name: `${title} of ${IMEI}` });
  const [, row] = within(table).getAllByRole('row');
  return [...(row?.children ?? [])].map(({ textContent }) => textContent);
};

async function open(options: RenderScreenOptions = {}) {
  const rendered = await renderScreen(Screen, { address: '/auditReport', handlers: { auditReportByImei: () => audit }, ...options });
  const paste = async (text: string): Promise<void> => {
    await rendered.user.tripleClick(field());
    await rendered.user.paste(text);
  };
  const search = () => rendered.user.click(screen.getByRole('button', { name: /^Search/ }));
  return { ...rendered, paste, search };
}

describe('Audit Report', () => {
  it('A1 searches by itself at 15 digits and not before', async () => {
    const { api, paste, user } = await open();
    await paste(IMEI.slice(0, 14));
    expect(api.requests).toEqual([]);
    await user.type(field(), IMEI.slice(14));
    await screen.findByRole('region', { name: 'Registration Details' });
    expect(api.requests.map(({ path, body }) => [path, body])).toEqual([['auditReportByImei.php', { imei1: IMEI, user: 'operator@example.com' }]]);
  });

  it('A1 L4 searches on arrival for the IMEI that View Audit has kept', async () => {
    const { api } = await open({ address: `/auditReport#imei=${IMEI}` });
    await screen.findByRole('region', { name: 'Registration Details' });
    expect(field()).toHaveValue(IMEI);
    expect(api.requests).toHaveLength(1);
  });

  it.each(['', IMEI.slice(1), 'not an imei'])('A1 the button refuses %j in the seeds\' words and asks nothing', async (text) => {
    const { api, paste, search } = await open();
    if (text !== '') await paste(text);
    await search();
    expect(await screen.findByText(TOO_SHORT)).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('A1 the button searches again', async () => {
    const { api, search } = await open({ address: `/auditReport#imei=${IMEI}` });
    await screen.findByRole('region', { name: 'Registration Details' });
    await search();
    await screen.findByRole('region', { name: 'Registration Details' });
    expect(api.requests).toHaveLength(2);
  });

  it('A2 R8 shows the four tables', async () => {
    await open({ address: `/auditReport#imei=${IMEI}` });
    await expect(rowOf('Registration Details')).resolves.toEqual(['1', IMEI, '356938035643809', 'Acme', 'One', 'ACTIVATE ALARM', formatTime(TIME)]);
    await expect(rowOf('Released Detail')).resolves.toEqual(['1', IMEI, '356938035643809', 'Acme', 'One', 'RELEASED', formatTime(TIME)]);
    await expect(rowOf('De-enrollment and Re-registration Details')).resolves.toEqual(['1', IMEI, '', 'DE-ENROLLED', formatTime(TIME)]);
    await expect(rowOf('Executed Commands')).resolves.toEqual(['1', formatTime(TIME), IMEI, 't-1Copy', 'B', 'RESTORE APP', 'SENT', 'a@example.com']);
    expect(screen.getByText('Interface: S single, A API, B bulk')).toBeInTheDocument();
    expect(screen.queryByText(NO_REGISTRATION)).not.toBeInTheDocument();
  });

  it('A3 D1a says so when there is no registration, and shows the other tables', async () => {
    await open({ address: `/auditReport#imei=${IMEI}`, handlers: { auditReportByImei: () => ({ ...audit, registration: null, deenroll: null }) } });
    expect(await screen.findByText(NO_REGISTRATION)).toBeInTheDocument();
    await expect(rowOf('Registration Details')).resolves.toEqual(['No results found']);
    await expect(rowOf('Released Detail')).resolves.toContain('RELEASED');
  });

  it('A2 D1a takes numbers and nulls in rows', async () => {
    const registration = [{ imei1: Number(IMEI), imei2: null, brand: null, model: 12, createdat: '2026' }];
    await open({ address: `/auditReport#imei=${IMEI}`, handlers: { auditReportByImei: () => ({ ...audit, registration }) } });
    expect((await rowOf('Registration Details')).slice(0, 5)).toEqual(['1', IMEI, '', '', '12']);
  });

  it('A1 a failure has the seeds\' words, and Retry asks again', async () => {
    const fail = (): never => {
      throw new FakeNetworkFailure('gone');
    };
    const { api, user } = await open({ address: `/auditReport#imei=${IMEI}`, handlers: { auditReportByImei: fail } });
    expect(await screen.findByText(FAILURE)).toBeInTheDocument();
    api.use({ auditReportByImei: () => audit });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('region', { name: 'Registration Details' });
    expect(screen.queryByText(FAILURE)).not.toBeInTheDocument();
  });

  it('C7 a refusal is told in the server\'s words', async () => {
    const refuse = (): never => {
      throw new FakeFailure({ message: 'This device belongs to another client.' });
    };
    await open({ address: `/auditReport#imei=${IMEI}`, handlers: { auditReportByImei: refuse } });
    expect(await screen.findByText('This device belongs to another client.')).toBeInTheDocument();
  });
});
