import { screen, within } from '@testing-library/react';
import { formatCount } from '@device-console/shared-lib/console';
import {
  FakeFailure,
  FakeNetworkFailure,
  renderScreen,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { Dashboard, noUnfinished } from './test-home.tsx';

const figures = { status: 'success', message: '', total_device: '120034', device_today: 7, deenroll: 0 };
const tile = (name: string) => screen.getByRole('group', { name });
const open = async (options: RenderScreenOptions = {}) => {
  const { handlers, ...others } = options;
  const page = await renderScreen(Dashboard, {
    loadBatches: () => noUnfinished(),
    handlers: {
      homeData: () => figures, // What it shows beyond H1 is still on its way.
      homeOverview: () => new Promise<never>(() => undefined),
      ...handlers,
    },
    ...others,
  });
  await screen.findByRole('group', { name: 'Total Devices' });
  return page;
};
/** How often the figures were asked for. */
const reads = ({ api }: Awaited<ReturnType<typeof open>>) => api.requestsOf('homeData').length;
const refresh = () => screen.getByRole('button', { name: /^Refresh Data/ });

async function expectFigures(total: number, deenrolled: number, today: number): Promise<void> {
  expect(await within(tile('Total Devices')).findByText(formatCount(total))).toBeInTheDocument();
  expect(within(tile('De-Enrolled Devices')).getByText(formatCount(deenrolled))).toBeInTheDocument();
  expect(within(tile("Today's Registration")).getByText(formatCount(today))).toBeInTheDocument();
}

describe('the dashboard', () => {
  it('H1 D1a shows the three figures, zero included', async () => {
    const page = await open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Dashboard$/);
    await expectFigures(120034, 0, 7);
    expect(within(tile('De-Enrolled Devices')).getByText('need re-registration')).toBeInTheDocument();
    expect(page.api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET homeData.php',
      'POST homeOverview.php',
    ]);
  });

  it('H2 Refresh Data reloads the figures', async () => {
    const page = await open();
    const { api, user } = page;
    await expectFigures(120034, 0, 7);
    api.use({ homeData: () => ({ ...figures, total_device: 120035, device_today: 8 }) });
    await user.click(refresh());
    await expectFigures(120035, 0, 8);
    expect(reads(page)).toBe(2);
  });

  it('H2 a failed refresh says so and keeps the figures', async () => {
    const { api, user } = await open();
    await expectFigures(120034, 0, 7);
    api.use({
      homeData: () => {
        throw new FakeFailure({ message: 'The figures are being counted.' });
      },
    });
    await user.click(refresh());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The figures could not be loadedThe figures are being counted.',
    );
    await expectFigures(120034, 0, 7);
  });

  it('H1 W5 a failure names the call and shows no figures; Refresh Data recovers', async () => {
    const fail = (): never => {
      throw new FakeNetworkFailure('gone');
    };
    const { api, user } = await open({ handlers: { homeData: fail } });
    expect(await screen.findByRole('alert')).toHaveTextContent('homeData.php');
    expect(tile('Total Devices')).toHaveTextContent(/^Total Devices$/);
    api.use({ homeData: () => figures });
    await user.click(refresh());
    await expectFigures(120034, 0, 7);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('H2 gives both sample files of the configuration to download', async () => {
    await open({ config: { samples: { imei: '/files/a.csv', notify: '/files/b.csv' } } });
    await expectFigures(120034, 0, 7);
    const link = (name: string) => screen.getByRole('link', { name });
    expect(link('Sample CSV')).toHaveAttribute('href', '/files/a.csv');
    expect(link('Sample CSV')).toHaveAttribute('download');
    expect(link('Notification sample CSV')).toHaveAttribute('href', '/files/b.csv');
    expect(link('Notification sample CSV')).toHaveAttribute('download');
  });
});
