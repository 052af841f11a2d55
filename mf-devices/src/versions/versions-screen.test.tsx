import { screen, waitFor, within } from '@testing-library/react';
import {
  FakeFailure,
  FakeNetworkFailure,
  renderScreen,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { versionCounts } from './version-counts.ts';
import { Screen } from './versions-screen.tsx';

const FAILURE = 'Cannot fetch the data now, please try again';
const answer = (items: readonly object[] | null) => () => ({
  status: 'success' as const,
  message: '',
  items: items as never,
});
const items = [
  { appversion: '4.2.0', devices: 60 },
  { appversion: '4.1.3', devices: '30' },
  { appversion: '', devices: 7 },
  { appversion: null, devices: 3 },
];

const rows = () =>
  within(screen.getByRole('table', { name: 'Devices per app version' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const open = (options: RenderScreenOptions = {}) =>
  renderScreen(Screen, { address: '/appversion', handlers: { getAppVersionDevices: answer(items) }, ...options });

describe('Device Version Detail', () => {
  it('L6 D1a shows number, version, devices and share; devices without a version are Unknown', async () => {
    const { api } = await open();
    await screen.findByRole('table');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Device Version Detail$/);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'S.No.',
      'App Version',
      'No. of Device',
      'Share',
    ]);
    expect(rows()).toEqual([
      ['1', '4.2.0', '60', '60.0%'],
      ['2', '4.1.3', '30', '30.0%'],
      ['3', 'Unknown', '10', '10.0%'],
    ]);
    expect(api.requests.map(({ path, body }) => [path, body])).toEqual([
      ['getAppVersionDevices.php', { user: 'operator@example.com' }],
    ]);
  });

  it('L6 draws a bar for each version, with its figures as text', async () => {
    await open();
    const chart = await screen.findByRole('list', {
      name: 'Bar chart of 100 devices by 3 app versions; the table shows the same figures.',
    });
    expect([...chart.children].map(({ textContent }) => textContent)).toEqual([
      '4.2.060 · 60.0%',
      '4.1.330 · 30.0%',
      'Unknown10 · 10.0%',
    ]);
  });

  it.each([
    ['an empty list', []],
    ['null', null],
  ])("L6 D1a %s shows 'No results found' and no chart", async (_what, list) => {
    await open({ handlers: { getAppVersionDevices: answer(list) } });
    expect(await screen.findByText('No results found')).toBeInTheDocument();
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });

  it("L6 a failure has the specification's words, keeps the last figures, and Refresh asks again", async () => {
    const { api, user } = await open();
    await screen.findByRole('table');
    api.use({
      getAppVersionDevices: () => {
        throw new FakeNetworkFailure('gone');
      },
    });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(FAILURE)).toBeInTheDocument();
    expect(rows()).toHaveLength(3);
    api.use({ getAppVersionDevices: answer([{ appversion: '5.0.0', devices: 1 }]) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(rows()).toEqual([['1', '5.0.0', '1', '100.0%']]));
    expect(screen.queryByText(FAILURE)).not.toBeInTheDocument();
  });

  it("L6 a refusal has the same words first, then the server's", async () => {
    await open({
      handlers: {
        getAppVersionDevices: () => {
          throw new FakeFailure({ message: 'Counting is switched off.' });
        },
      },
    });
    expect((await screen.findByRole('alert')).textContent).toBe(`${FAILURE}Counting is switched off.`);
  });

  it('L6 says so when there is no session', async () => {
    const { api } = await open({ session: null });
    expect((await screen.findByRole('alert')).textContent).toBe('User session not found');
    expect(api.requests).toEqual([]);
  });

  it('S8 a session that the server has ended leads to login', async () => {
    const { api, address, user } = await open();
    await screen.findByRole('table');
    api.revokeSession();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });
});

describe('the counts of app versions', () => {
  it('L6 give no share of nothing', () => {
    expect(versionCounts([{ appversion: '1', devices: 0 }])).toEqual([{ version: '1', devices: 0, share: 0 }]);
  });
});
