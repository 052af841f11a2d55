import { act, screen, waitFor, within } from '@testing-library/react';
import { calls } from '@device-console/shared-lib/contract';
import { formatTime, type OfferedDeviceAction } from '@device-console/shared-lib/console';
import {
  FakeFailure,
  FakeNetworkFailure,
  FakeReply,
  renderScreen,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { Screen } from './device-details-screen.tsx';

const IMEI = '490154203237518';
const FAILURE = 'Cannot fetch the data now, please try again';
const both = ['standard', 'superadmin'] as const;
const deviceActions: readonly OfferedDeviceAction[] = [
  {
    id: 'mf-reports/view-audit',
    title: 'View Audit',
    order: 0,
    path: 'auditReport',
    audiences: both,
    permission: 'Audit Report',
  },
  {
    id: 'mf-commands/lock',
    title: 'Lock Device',
    order: 101,
    path: 'lockDevice',
    audiences: both,
    permission: 'Lock Device',
  },
];
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
const cells = async (): Promise<readonly (string | null)[]> => {
  const table = await screen.findByRole('table');
  const [, row] = within(table).getAllByRole('row');
  return [...(row?.children ?? [])].map(({ textContent }) => textContent);
};

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
    expect(api.requests).toEqual([]);
    await user.type(field(), IMEI.slice(14));
    await screen.findByRole('table');
    expect(api.requestsOf('deviceDetails').map(({ body }) => body['imei'])).toEqual([IMEI]);
    await user.type(field(), '1');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(api.requests).toHaveLength(1);
  });

  it.each([' 49 015420 323751 8 ', '49-015420-323751-8'])(
    'L1 takes an IMEI pasted with spaces or dashes: %j',
    async (text) => {
      const { api, paste } = await open();
      await paste(text);
      await screen.findByRole('table');
      expect(api.requests.map(({ body }) => body)).toEqual([{ imei: IMEI, user: 'operator@example.com' }]);
    },
  );

  it('L4 keeps the first action as a button; many others are in a menu, which opens them', async () => {
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
    await user.click(table.getByRole('button', { name: 'Commands' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Command 3' }));
    await waitFor(() => expect(address()).toBe(`/command3#imei=${IMEI}`));
  });

  it('L3 R8 shows the columns of the specification with the device', async () => {
    const { paste } = await open();
    await paste(IMEI);
    const headers = within(await screen.findByRole('table'))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(headers).toEqual([
      'S.No.',
      'Action',
      'IMEI 1',
      'IMEI 2',
      'Enrollment Status',
      'Registration Status',
      'App Version',
      'App Type',
      'Last Command',
      'Created At',
    ]);
    await expect(cells()).resolves.toEqual([
      '1',
      'View AuditLock Device',
      IMEI,
      '356938035643809',
      'ENROLLED',
      'REGISTERED',
      '4.2.1',
      'DO',
      'SET WALLPAPER',
      formatTime(device.createdat),
    ]);
  });

  it.each([
    [
      'the connection breaks',
      'The server could not be reached. Check the connection.Detailsdevicedetails.php: the server could not be reached',
      (): never => {
        throw new FakeNetworkFailure('gone');
      },
    ],
    [
      'the server answers 500',
      'SQLSTATE[HY000]',
      (): never => {
        throw new FakeFailure({ httpStatus: 500, message: 'SQLSTATE[HY000]' });
      },
    ],
    [
      'something else than JSON comes',
      'The answer of the server could not be read.Detailsdevicedetails.php: the answer could not be read',
      () => new FakeReply('<html>'),
    ],
    [
      'the server refuses',
      'This device belongs to another client.',
      (): never => {
        throw new FakeFailure({ message: 'This device belongs to another client.' });
      },
    ],
  ])(
    'L1 W5 when %s the text of the specification comes first, then what happened; Retry asks again',
    async (_what, reason, deviceDetails) => {
      const { api, paste, user } = await open({ handlers: { deviceDetails } });
      await paste(IMEI);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent.startsWith(`${FAILURE}${reason}`)).toBe(true);
      expect(screen.queryByRole('table')).not.toBeInTheDocument();
      api.use({ deviceDetails: found });
      await user.click(screen.getByRole('button', { name: 'Retry' }));
      await screen.findByRole('table');
      expect(screen.queryByText(FAILURE)).not.toBeInTheDocument();
      expect(api.requests.map(({ body }) => body['imei'])).toEqual([IMEI, IMEI]);
    },
  );

  it.each([
    ['an empty list', []],
    ['null', null],
  ])("L3 D1a %s shows 'No results found'", async (_what, items) => {
    const { paste } = await open({ handlers: { deviceDetails: () => ({ status: 'success', message: '', items }) } });
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
    expect((await cells())[4]).toBe(claimstatus);
    expect(screen.queryAllByText(/^This device is/).map(({ textContent }) => textContent)).toEqual(
      meaning === null ? [] : [meaning],
    );
  });

  it.each([
    ['refused it', () => new FakeFailure({ message: 'Not yours.' }), true],
    ['failed', () => new FakeFailure({ httpStatus: 500, message: 'SQLSTATE' }), false],
  ])('L1 tells a server that %s from one that did the other', async (_what, failure, isRefused) => {
    const { paste } = await open({
      handlers: {
        deviceDetails: () => {
          throw failure();
        },
      },
    });
    await paste(IMEI);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent.includes('The server was reached and refused this IMEI.')).toBe(isRefused);
    expect(alert).toHaveAttribute('data-tone', isRefused ? 'warning' : 'danger');
  });

  it('D1a shows rows of numbers, nulls and missing fields', async () => {
    const items = [{ imei1: Number(IMEI), imei2: null, appversion: 42, extra: 'x' }];
    const { paste } = await open({ handlers: { deviceDetails: () => ({ status: 'SUCCESS', message: null, items }) } });
    await paste(IMEI);
    await expect(cells()).resolves.toEqual(['1', 'View AuditLock Device', IMEI, '', '', '', '42', '', '', '']);
  });

  it('the IMEI leads to the page of its device', async () => {
    const { address, paste, user } = await open({
      address: '/superadmin/deviceDetails',
      session: { userlevel: 'SUPERADMIN' },
    });
    await paste(IMEI);
    await user.click(await screen.findByRole('link', { name: IMEI }));
    expect(address()).toBe(`/superadmin/device#imei=${IMEI}`);
  });

  it('N5 L4 offers the permitted actions only, with the IMEI in their address', async () => {
    const { address, paste, user } = await open({
      session: { userlevel: 'USER', permissions: ['Device Details', 'Audit Report'] },
    });
    await paste(IMEI);
    const link = await screen.findByRole('link', { name: 'View Audit' });
    expect(screen.queryByRole('link', { name: 'Lock Device' })).not.toBeInTheDocument();
    await user.click(link);
    expect(address()).toBe(`/auditReport#imei=${IMEI}`);
  });

  it('L4 N3 for a superadmin they lead to the superadmin twins', async () => {
    const { paste } = await open({ address: '/superadmin/deviceDetails', session: { userlevel: 'SUPERADMIN' } });
    await paste(IMEI);
    expect(await screen.findByRole('link', { name: 'View Audit' })).toHaveAttribute(
      'href',
      `/superadmin/auditReport#imei=${IMEI}`,
    );
    expect(screen.getByRole('link', { name: 'Lock Device' })).toHaveAttribute(
      'href',
      `/superadmin/lockDevice#imei=${IMEI}`,
    );
  });

  it('L1 the newest lookup wins over a slow one', async () => {
    const slow: (() => void)[] = [];
    const { client, paste } = await open({
      handlers: {
        deviceDetails: ({ imei }) =>
          new Promise((resolve) => {
            const answer = () => resolve({ status: 'success', message: '', items: [{ ...device, imei1: imei }] });
            if (imei === IMEI) slow.push(answer);
            else answer();
          }),
      },
    });
    await paste(IMEI);
    await waitFor(() => expect(slow).toHaveLength(1));
    await paste('356938035643809');
    await screen.findByRole('table', { name: 'Devices for 356938035643809' });
    slow[0]?.();
    // One call later the slow answer would have arrived, if anything let it through.
    await act(() => client.call(calls.homeData, {}));
    expect((await cells())[2]).toBe('356938035643809');
  });

  it('S8 an authorisation failure ends the session and leads to login', async () => {
    const { api, address, paste } = await open();
    api.revokeSession();
    await paste(IMEI);
    await waitFor(() => expect(address()).toBe('/login'));
  });
});
