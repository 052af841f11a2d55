import { useEffect } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  FakeFailure,
  FakeNetworkFailure,
  offeredActions,
  renderScreen,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { notifySent } from '@device-console/shared-lib/console';
import { commands } from '@device-console/shared-lib/contract';
import { deviceOf } from '../testing/open-lookup.tsx';
import { Screen } from './device-screen.tsx';

const IMEI = '490154203237518';
const noAudit = { status: 'success' as const, message: '', registration: [], release: [], deenroll: [], commands: [] };
const command = {
  id: '1',
  date_and_time: '2026-03-04T05:06:07Z',
  imei1: IMEI,
  transactionId: 't',
  interface: 'S',
  command: 'SETALARM',
  status: 'SENT',
  user: 'asha@example.com',
};

const open = (options: RenderScreenOptions = {}) =>
  renderScreen(Screen, {
    address: `/device#imei=${IMEI}`,
    path: '/device',
    deviceActions: offeredActions,
    ...options,
    handlers: {
      deviceDetails: ({ imei }) => ({
        status: 'success',
        message: '',
        items: [deviceOf(imei, { imei2: '356938035643809', claimstatus: 'DE-ENROLLED', appversion: '' })],
      }),
      auditReportByImei: () => ({ ...noAudit, commands: [command] }),
      ...options.handlers,
    },
  });
const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of a device', () => {
  it('R8 L3 says how the device stands, with its data, and leaves out what is empty', async () => {
    const { api } = await open();
    const data = await card('State');
    expect(data.getByText('De-enrolled')).toBeInTheDocument();
    const terms = data.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(terms).toEqual([
      ['IMEI', IMEI],
      ['IMEI 2', '356938035643809'],
      ['Enrolment', 'DE-ENROLLED · REGISTERED'],
      ['Last command', expect.stringMatching(/^ACTIVATE ALARM.*SENT$/)],
      ['App Type', 'Standard'],
      ['Created At', expect.stringMatching(/2026/)],
    ]);
    // Both are sealed at the same time, so either may be sent first.
    const asked = api.requests
      .filter(({ call }) => call !== 'commandChanges')
      .map(({ call, body }) => [call, body['imei'] ?? body['imei1']]);
    expect(asked.toSorted()).toEqual([
      ['auditReportByImei', IMEI],
      ['deviceDetails', IMEI],
    ]);
  });

  it('R8 shows the history of the device', async () => {
    await open();
    expect((await (await card('History')).findAllByText(/ACTIVATE ALARM/)).length).toBeGreaterThan(0);
  });

  it('N5 asks for no history and shows none without the permission', async () => {
    const { api } = await open({ session: { userlevel: 'USER', permissions: ['Device Details'] } });
    await card('State');
    expect(screen.queryByRole('region', { name: 'History' })).not.toBeInTheDocument();
    expect(api.requestsOf('auditReportByImei')).toEqual([]);
  });

  it('N5 links the permitted commands with the IMEI, the likely ones first, what cannot be undone last', async () => {
    const { handlers, deviceActions } = {
      handlers: {
        deviceDetails: ({ imei }: { readonly imei: string }) => ({
          status: 'success',
          message: '',
          items: [deviceOf(imei)],
        }),
        auditReportByImei: () => ({ ...noAudit, commands: [{ ...command, command: 'LOCK', status: 'acknowledged' }] }),
      },
      deviceActions: [
        ...offeredActions,
        ...(['release', 'deactivateAlarm', 'activateAlarm', 'revokeCredit'] as const).map((id, order) => ({
          id: `mf-commands/${id}`,
          title: commands[id].title,
          order: 200 + order,
          path: commands[id].screen,
          audiences: ['standard'] as const,
          permission: commands[id].permission,
        })),
      ],
    };
    const { user } = await open({
      handlers,
      deviceActions,
      session: {
        userlevel: 'USER',
        permissions: [
          'Device Details',
          'Audit Report',
          'Lock Device',
          'Release Device',
          'Activate Alarm',
          'Deactivate Alarm',
        ],
      },
    });
    const all = await card('Commands');
    const linksOf = (name: string) =>
      within(all.getByRole('group', { name }))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
    // Locked, but this operator may not unlock: of the likely commands only the alarm is left.
    expect(linksOf('Likely now')).toEqual([
      ['Activate Alarm', `/activateAlarm#imei=${IMEI}`],
      ['View Audit', `/auditReport#imei=${IMEI}`],
    ]);
    await user.click(all.getByText('All other commands (3)'));
    expect(linksOf('Lock')).toEqual([['Lock Device', `/lockDevice#imei=${IMEI}`]]);
    expect(linksOf('Alarm')).toEqual([['Deactivate Alarm', `/deactivateAlarm#imei=${IMEI}`]]);
    expect(linksOf('These cannot be undone')).toEqual([['Release Device', `/releaseDevice#imei=${IMEI}`]]);
    expect(all.getAllByRole('group').at(-1)).toHaveAccessibleName('These cannot be undone');
    expect(screen.queryByRole('link', { name: 'Unlock Device' })).not.toBeInTheDocument();
  });

  it('N5 says so when there is no command to send', async () => {
    await open({ deviceActions: [] });
    expect(await screen.findByText('You may not send commands to devices.')).toBeInTheDocument();
  });

  it('each part tells its own failure, and Retry asks for that part alone', async () => {
    const { api, user } = await open({
      handlers: {
        deviceDetails: () => new FakeNetworkFailure('gone'),
        auditReportByImei: () => new FakeFailure({ message: 'The audit is closed.' }),
      },
    });
    const [aboutDevice, aboutHistory] = await waitFor(() => {
      const alerts = screen.getAllByRole('alert');
      expect(alerts).toHaveLength(2);
      return alerts;
    });
    expect(aboutDevice).toHaveTextContent(
      /^Cannot fetch the data now, please try againThe server could not be reached\..*devicedetails\.php/,
    );
    expect(aboutHistory).toHaveTextContent(/^Cannot fetch the data now, please try again\.The audit is closed\./);
    const history = await card('History');
    api.use({ auditReportByImei: () => ({ ...noAudit, commands: [command] }) });
    await user.click(history.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(history.queryByText('The audit is closed.')).not.toBeInTheDocument());
    expect(api.requestsOf('deviceDetails')).toHaveLength(1);
  });

  it('says so when no device is registered under the IMEI, and offers no commands', async () => {
    await open({ handlers: { deviceDetails: () => ({ status: 'success', message: '', items: [] }) } });
    expect(await screen.findByText('No results found')).toBeInTheDocument();
    expect(screen.getByText(`No device is registered under IMEI ${IMEI}.`)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Commands' })).not.toBeInTheDocument();
  });

  it('an address without an IMEI leads to the lookup', async () => {
    const { api, address, user } = await open({ address: '/device' });
    await user.click(screen.getByRole('link', { name: 'Device Details' }));
    expect(address()).toBe('/deviceDetails');
    expect(api.requests).toEqual([]);
  });

  it('Refresh asks again and shows what has changed', async () => {
    const { api, user } = await open();
    await card('State');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled());
    api.use({
      deviceDetails: ({ imei }) => ({
        status: 'success',
        message: '',
        items: [deviceOf(imei, { claimstatus: 'RELEASED' })],
      }),
    });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await (await card('State')).findByText('Released')).toBeInTheDocument();
    expect(api.requestsOf('auditReportByImei')).toHaveLength(2);
  });

  it('C6 a command that was sent here makes device and history new, each by one request', async () => {
    const { api } = await open({ config: { backend: 'legacy' } });
    await card('State');
    act(() => notifySent(IMEI));
    await waitFor(() => expect(api.requestsOf('deviceDetails')).toHaveLength(2));
    await waitFor(() => expect(api.requestsOf('auditReportByImei')).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled());
    expect(api.requests.map(({ call }) => call).toSorted()).toEqual([
      'auditReportByImei',
      'auditReportByImei',
      'deviceDetails',
      'deviceDetails',
    ]);
  });

  it('L4 Back shows the device at once, as one that is being read again', async () => {
    const { goTo, api } = await open();
    await card('State');
    await goTo('/elsewhere');
    await goTo(`/device#imei=${IMEI}`);
    expect(screen.getByRole('region', { name: 'State' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Refresh Please wait' })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Refresh' })).toBeEnabled();
    expect(api.requestsOf('deviceDetails')).toHaveLength(2);
  });

  it('N5 offers an action that names states of devices on those alone', async () => {
    const audiences = ['standard', 'superadmin'] as const;
    const one = { order: 1, path: 'claim', audiences };
    const deviceActions = [
      { ...one, id: 'mf-x/claim', title: 'Claim', when: { claimstatus: ['DE-ENROLLED'] } },
      { ...one, id: 'mf-x/other', title: 'Other', when: { claimstatus: ['ENROLLED'] } },
    ];
    await open({ deviceActions });
    const links = (await card('Commands')).getAllByRole('link').map((link) => link.textContent);
    expect(links).toEqual(['Claim']);
  });

  it('N5 shows the panels of other remotes, each in its own card below the rest; Refresh asks them anew', async () => {
    const mounted = jest.fn();
    const Panel = ({ imei }: { readonly imei: string }) => {
      useEffect(() => mounted(imei), [imei]);
      return <p>{`Score of ${imei}`}</p>;
    };
    const devicePanels = [
      { id: 'mf-x/score', title: 'Score', order: 2, Panel },
      { id: 'mf-x/secret', title: 'Secret', order: 1, roles: ['SUPERADMIN'] as const, Panel },
    ];
    const { user } = await open({ devicePanels });
    expect((await card('Score')).getByText(`Score of ${IMEI}`)).toBeInTheDocument();
    expect(screen.getAllByRole('region').at(-1)).toHaveAccessibleName('Score');
    expect(screen.queryByRole('region', { name: 'Secret' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    expect(mounted.mock.calls).toEqual([[IMEI], [IMEI]]);
  });
});
