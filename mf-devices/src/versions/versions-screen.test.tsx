import { screen, waitFor } from '@testing-library/react';
import {
  FakeFailure,
  FakeNetworkFailure,
  headOf,
  renderScreen,
  rowsOf,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { Screen } from './versions-screen.tsx';

const FAILURE = 'Cannot fetch the data now, please try again';
const answer = (items: readonly object[]) => () => ({
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

const table = () => screen.getByRole('table', { name: 'Devices per app version' });
const open = (options: RenderScreenOptions = {}) =>
  renderScreen(Screen, { address: '/appversion', handlers: { getAppVersionDevices: answer(items) }, ...options });

describe('Device Version Detail', () => {
  it('L6 D1a shows and draws version, devices and share; devices without a version are Unknown', async () => {
    const { api } = await open();
    await screen.findByRole('table');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Device Version Detail$/);
    expect(headOf(table())).toBe('S.No. | App Version | No. of Device | Share');
    expect(rowsOf(table())).toEqual(['1 | 4.2.0 | 60 | 60.0%', '2 | 4.1.3 | 30 | 30.0%', '3 | Unknown | 10 | 10.0%']);
    const chart = await screen.findByRole('list', {
      name: 'Bar chart of 100 devices by 3 app versions; the table shows the same figures.',
    });
    const bars = [...chart.children].map(({ textContent }) => textContent);
    expect(bars).toEqual(['4.2.060 · 60.0%', '4.1.330 · 30.0%', 'Unknown10 · 10.0%']);
    expect(api.requests.map(({ path, body }) => [path, body])).toEqual([
      ['getAppVersionDevices.php', { user: 'operator@example.com' }],
    ]);
  });

  it("L6 D1a nothing shows 'No results found' and no chart, and of no device there is no share", async () => {
    const { api, user } = await open({ handlers: { getAppVersionDevices: answer([]) } });
    expect(await screen.findByText('No results found')).toBeInTheDocument();
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
    api.use({ getAppVersionDevices: answer([{ appversion: '1', devices: 0 }]) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(rowsOf(table())).toEqual(['1 | 1 | 0 | 0.0%']));
  });

  it("L6 a failure has the specification's words, keeps the last figures, and Refresh asks again", async () => {
    const { api, user } = await open();
    await screen.findByRole('table');
    api.use({
      getAppVersionDevices: () => new FakeNetworkFailure('gone'),
    });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(FAILURE)).toBeInTheDocument();
    expect(rowsOf(table())).toHaveLength(3);
    api.use({ getAppVersionDevices: answer([{ appversion: '5.0.0', devices: 1 }]) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(rowsOf(table())).toEqual(['1 | 5.0.0 | 1 | 100.0%']));
    expect(screen.queryByText(FAILURE)).not.toBeInTheDocument();
  });

  it("L6 a refusal has the same words first, then the server's", async () => {
    await open({
      handlers: {
        getAppVersionDevices: () => new FakeFailure({ message: 'Counting is switched off.' }),
      },
    });
    expect((await screen.findByRole('alert')).textContent).toBe(`${FAILURE}Counting is switched off.`);
  });

  it('L6 says so when there is no session', async () => {
    const { api } = await open({ session: null });
    expect((await screen.findByRole('alert')).textContent).toBe('User session not found');
    expect(api.requests).toEqual([]);
  });
});
