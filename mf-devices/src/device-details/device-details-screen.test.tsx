import { screen, waitFor, within } from '@testing-library/react';
import { formatTime, type OfferedDeviceAction } from '@device-console/shared-lib/console';
import {
  FakeFailure,
  headOf,
  offeredActions,
  renderScreen,
  rowsOf,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { DEVICE_COLUMNS } from '../testing/open-lookup.tsx';
import { Screen } from './device-details-screen.tsx';

const IMEI = '490154203237518';
const FAILURE = 'Cannot fetch the data now, please try again';
const both = ['standard', 'superadmin'] as const;
const deviceActions = offeredActions.slice(0, 2);
const device = {
  imei1: IMEI,
  imei2: '356938035643809',
  claimstatus: 'ENROLLED',
  registrationstatus: 'REGISTERED',
  appversion: '4.2.1',
  apptype: 'DO',
  command: 'LOCKWALLPAPER',
  createdat: '2026-03-04T05:06:07Z',
};
const found = () => ({ status: 'success', message: '', items: [device] });

const field = () => screen.getByRole('textbox', { name: 'IMEI number' });
const row = async () => rowsOf(await screen.findByRole('table'))[0];

async function open(options: RenderScreenOptions = {}) {
  const rendered = await renderScreen(Screen, {
    address: '/deviceDetails',
    deviceActions,
    handlers: { deviceDetails: found },
    ...options,
  });
  const paste = async (text: string): Promise<void> => {
    await rendered.user.tripleClick(field());
    await rendered.user.paste(text);
  };
  return { ...rendered, paste };
}

describe('Device Details', () => {
  it('L1 looks up by itself at exactly 15 digits: not at 14, not at 16', async () => {
    const { api, paste, user } = await open();
    await paste(IMEI.slice(0, 14));
    expect(api.requestsOf('deviceDetails')).toEqual([]);
    await user.type(field(), IMEI.slice(14));
    await screen.findByRole('table');
    expect(api.requestsOf('deviceDetails').map(({ body }) => body['imei'])).toEqual([IMEI]);
    await user.type(field(), '1');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(api.requestsOf('deviceDetails')).toHaveLength(1);
  });

  it('D40f four digits list the devices that they begin or end; pressing one looks it up', async () => {
    const listed = { ...device, brand: 'Samsung', model: 'Galaxy A15', state: 'LOCKED' };
    const { api, user, address } = await open({
      handlers: {
        deviceDetails: found,
        deviceList: () => ({ status: 'success', message: '', items: [listed], next: 'more', total: null }),
      },
    });
    await user.type(field(), IMEI.slice(-4));
    const list = within(await screen.findByRole('group', { name: 'Devices with these digits:' }));
    expect(list.getByRole('listitem')).toHaveTextContent(`${IMEI}Samsung Galaxy A15Locked`);
    expect(list.getByText('There are more. Type further digits.')).toBeInTheDocument();
    expect(api.requestsOf('deviceList').map(({ body }) => body)).toMatchObject([{ imeipart: IMEI.slice(-4) }]);
    await user.click(list.getByRole('button'));
    expect(await screen.findByRole('table')).toBeInTheDocument();
    expect(address()).toBe(`/deviceDetails#imei=${IMEI}`);
    expect(screen.queryByText('Devices with these digits:')).not.toBeInTheDocument();
  });

  it('D40f an unknown IMEI with a wrong check digit offers the registered ones near it', async () => {
    const wrong = `${IMEI.slice(0, 14)}${(Number(IMEI[14]) + 1) % 10}`;
    const { api, paste } = await open({
      handlers: {
        deviceDetails: () => ({ status: 'success', message: '', items: [] }),
        deviceList: () => ({ status: 'success', message: '', items: [device], next: '', total: 1 }),
      },
    });
    await paste(wrong);
    const title = 'Registered, and one digit or two neighbours away:';
    expect(within(await screen.findByRole('group', { name: title })).getByRole('button')).toHaveTextContent(IMEI);
    expect(api.requestsOf('deviceDetails').map(({ body }) => body['imei'])).toEqual([wrong]);
    expect(api.requestsOf('deviceList').map(({ body }) => body)).toMatchObject([{ imeinear: wrong }]);
  });

  it('D1a D40f an existing back end is asked for no part of an IMEI', async () => {
    const { api, paste, user } = await open({ config: { backend: 'legacy' } });
    await paste(IMEI.slice(0, 6));
    await user.type(field(), IMEI.slice(6));
    await screen.findByRole('table');
    expect(api.requests.map(({ call }) => call)).toEqual(['deviceDetails']);
  });

  it('L4 Back shows the device at once, and that it is being read again', async () => {
    const { api, paste, goTo, address } = await open();
    await paste(IMEI);
    await screen.findByRole('table');
    const there = address();
    await goTo('/elsewhere');
    api.use({ deviceDetails: () => new FakeFailure({ message: 'Not now' }) });
    await goTo(there);
    expect(screen.getByRole('table')).toBeInTheDocument();
    expect(screen.getByText('Looking up the device')).toBeInTheDocument();
    expect(await screen.findByText(/Not now/)).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('L4 View Audit is a button; the other actions are in a menu, which opens them', async () => {
    const many = Array.from({ length: 5 }, (_, index): OfferedDeviceAction => ({
      id: `mf-commands/c${index}`,
      title: `Command ${index}`,
      order: 100 + index,
      path: `command${index}`,
      audiences: both,
    }));
    const [audit] = deviceActions;
    const { paste, user, address } = await open({ deviceActions: audit ? [audit, ...many] : many });
    await paste(IMEI);
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['View Audit', IMEI]);
    await user.click(table.getByRole('button', { name: `Commands for ${IMEI}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Command 3' }));
    await waitFor(() => expect(address()).toBe(`/command3#imei=${IMEI}`));
  });

  it('L3 R8 shows the columns of the specification with the device', async () => {
    const { paste } = await open();
    await paste(IMEI);
    expect(headOf(await screen.findByRole('table'))).toBe(DEVICE_COLUMNS);
    await expect(row()).resolves.toBe(
      `1 | View Audit | ${IMEI} | 356938035643809 | ENROLLED | REGISTERED | 4.2.1 | DO | SET WALLPAPER | ` +
        formatTime(device.createdat),
    );
  });

  it('L3 D40e shows the state behind the columns of the specification where the server says it', async () => {
    const { paste } = await open({
      handlers: {
        deviceDetails: () => ({ status: 'success', message: '', items: [{ ...device, state: 'LOCKED' }] }),
      },
    });
    await paste(IMEI);
    expect(headOf(await screen.findByRole('table'))).toBe(`${DEVICE_COLUMNS} | State`);
    expect(await row()).toMatch(/ \| Locked$/);
  });

  it.each([
    ['failed', false, 'danger', () => new FakeFailure({ httpStatus: 500, message: 'SQLSTATE[HY000]' })],
    ['refused it', true, 'warning', () => new FakeFailure({ message: 'SQLSTATE[HY000]' })],
  ] as const)(
    'L1 W5 when the server %s the text of the specification comes first, then what happened; Retry asks again',
    async (_what, isRefused, tone, deviceDetails) => {
      const { api, paste, user } = await open({ handlers: { deviceDetails } });
      await paste(IMEI);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent.startsWith(`${FAILURE}SQLSTATE[HY000]`)).toBe(true);
      expect(alert.textContent.includes('The server was reached and refused this IMEI.')).toBe(isRefused);
      expect(alert).toHaveAttribute('data-tone', tone);
      expect(screen.queryByRole('table')).not.toBeInTheDocument();
      api.use({ deviceDetails: found });
      await user.click(screen.getByRole('button', { name: 'Retry' }));
      await screen.findByRole('table');
      expect(screen.queryByText(FAILURE)).not.toBeInTheDocument();
      expect(api.requests.map(({ body }) => body['imei'])).toEqual([IMEI, IMEI]);
    },
  );

  it("L3 D1a nothing found shows 'No results found'", async () => {
    const { paste } = await open({
      handlers: { deviceDetails: () => ({ status: 'success', message: '', items: [] }) },
    });
    await paste(IMEI);
    expect(await screen.findByText('No results found')).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['RELEASED', 'This device is released. It takes no more commands.'],
    ['DE-ENROLLED', 'This device is de-enrolled. It takes no commands until it is enrolled again.'],
    ['ENROLLED', null],
    ['BLOCKED', null],
  ])('L3 says of a device that is %s what that means: %s', async (claimstatus, meaning) => {
    const items = [{ ...device, claimstatus, registrationstatus: '' }];
    const { paste } = await open({ handlers: { deviceDetails: () => ({ status: 'success', message: '', items }) } });
    await paste(IMEI);
    expect(await row()).toContain(` | ${claimstatus} | `);
    expect(screen.queryAllByText(/^This device is/).map(({ textContent }) => textContent)).toEqual(
      meaning === null ? [] : [meaning],
    );
  });

  it('D1a shows rows of numbers, nulls and missing fields', async () => {
    const items = [{ imei1: Number(IMEI), imei2: null, appversion: 42, extra: 'x' }];
    const { paste } = await open({ handlers: { deviceDetails: () => ({ status: 'SUCCESS', message: null, items }) } });
    await paste(IMEI);
    await expect(row()).resolves.toBe(`1 | View Audit | ${IMEI} |  |  |  | 42 |  |  | `);
  });
});
