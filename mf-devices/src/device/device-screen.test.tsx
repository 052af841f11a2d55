import { screen, waitFor, within } from '@testing-library/react';
import { FakeFailure, FakeNetworkFailure, renderScreen, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { deviceOf, offeredActions } from '../testing/open-lookup.tsx';
import { Screen } from './device-screen.tsx';

const IMEI = '490154203237518';
const noAudit = { status: 'success' as const, message: '', registration: [], release: [], deenroll: [], commands: [] };
const command = { id: '1', date_and_time: '2026-03-04T05:06:07Z', imei1: IMEI, transactionId: 't', interface: 'S', command: 'SETALARM', status: 'SENT', user: 'asha@example.com' };

const open = (options: RenderScreenOptions = {}) => renderScreen(Screen, {
  address: `/device#imei=${IMEI}`, path: '/device', deviceActions: offeredActions, ...options,
  handlers: {
    deviceDetails: ({ imei }) => ({ status: 'success', message: '', items: [deviceOf(imei, { imei2: '356938035643809', claimstatus: 'DE-ENROLLED', appversion: '' })] }),
    auditReportByImei: () => ({ ...noAudit, commands: [command] }),
    ...options.handlers,
  },
});
const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of a device', () => {
  it('L3 R8 shows the device with its states, and what is empty as a dash', async () => {
    const { api } = await open();
    const data = await card(`Device ${IMEI}`);
    const terms = data.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(terms).toEqual(expect.arrayContaining([
      ['IMEI 1', IMEI], ['IMEI 2', '356938035643809'], ['Enrollment Status', 'DE-ENROLLED'], ['Registration Status', 'REGISTERED'],
      ['App Version', '–'], ['App Type', 'Standard'], ['Last Command', 'SET WALLPAPER'],
    ]));
    expect(api.requests.map(({ call, body }) => [call, body['imei'] ?? body['imei1']])).toEqual([['deviceDetails', IMEI], ['auditReportByImei', IMEI]]);
  });

  it('A2 R8 shows the history of the device', async () => {
    await open();
    expect((await (await card('History')).findAllByText(/ACTIVATE ALARM/)).length).toBeGreaterThan(0);
  });

  it('A2 N5 asks for no history and shows none without the permission', async () => {
    const { api } = await open({ session: { userlevel: 'USER', permissions: ['Device Details'] } });
    await card(`Device ${IMEI}`);
    expect(screen.queryByRole('region', { name: 'History' })).not.toBeInTheDocument();
    expect(api.requestsOf('auditReportByImei')).toEqual([]);
  });

  it('N5 L4 links the permitted commands with the IMEI, those that take something away apart', async () => {
    await open({ session: { userlevel: 'USER', permissions: ['Device Details', 'Audit Report', 'Lock Device'] } });
    const commands = await card('Commands');
    const linksOf = (name: string) => within(commands.getByRole('group', { name })).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(linksOf('Commands for this device')).toEqual([['View Audit', `/auditReport#imei=${IMEI}`]]);
    expect(linksOf('Commands that take something away')).toEqual([['Lock Device', `/lockDevice#imei=${IMEI}`]]);
    expect(screen.queryByRole('link', { name: 'Unlock Device' })).not.toBeInTheDocument();
  });

  it('N5 says so when there is no command to send', async () => {
    await open({ deviceActions: [] });
    expect(await screen.findByText('You may not send commands to devices.')).toBeInTheDocument();
  });

  it('N3 stays under the superadmin addresses', async () => {
    await open({ address: `/superadmin/device#imei=${IMEI}`, path: '/superadmin/device', session: { userlevel: 'SUPERADMIN' } });
    expect(await screen.findByRole('link', { name: 'Unlock Device' })).toHaveAttribute('href', `/superadmin/unlockDevice#imei=${IMEI}`);
  });

  it('L1 A1 each part tells its own failure, and Retry asks for that part alone', async () => {
    const { api, user } = await open({
      handlers: { deviceDetails: () => { throw new FakeNetworkFailure('gone'); }, auditReportByImei: () => { throw new FakeFailure({ message: 'The audit is closed.' }); } },
    });
    expect(await screen.findByText('Cannot fetch the data now, please try again')).toBeInTheDocument();
    const history = await card('History');
    expect(await history.findByText('The audit is closed.')).toBeInTheDocument();
    api.use({ auditReportByImei: () => ({ ...noAudit, commands: [command] }) });
    await user.click(history.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(history.queryByText('The audit is closed.')).not.toBeInTheDocument());
    expect(api.requestsOf('deviceDetails')).toHaveLength(1);
  });

  it('L3 says so when no device is registered under the IMEI, and offers no commands', async () => {
    await open({ handlers: { deviceDetails: () => ({ status: 'success', message: '', items: [] }) } });
    expect(await screen.findByText('No results found')).toBeInTheDocument();
    expect(screen.getByText(`No device is registered under IMEI ${IMEI}.`)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Commands' })).not.toBeInTheDocument();
  });

  it('L4 an address without an IMEI leads to the lookup', async () => {
    const { api, address, user } = await open({ address: '/device' });
    await user.click(screen.getByRole('link', { name: 'Device Details' }));
    expect(address()).toBe('/deviceDetails');
    expect(api.requests).toEqual([]);
  });

  it('L3 Refresh asks again and shows what has changed', async () => {
    const { api, user } = await open();
    await card(`Device ${IMEI}`);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled());
    api.use({ deviceDetails: ({ imei }) => ({ status: 'success', message: '', items: [deviceOf(imei, { command: 'UNSETALARM' })] }) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await (await card(`Device ${IMEI}`)).findByText('DEACTIVATE ALARM')).toBeInTheDocument();
    expect(api.requestsOf('auditReportByImei')).toHaveLength(2);
  });
});
