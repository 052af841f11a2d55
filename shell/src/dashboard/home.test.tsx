import type { ReactNode } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import type { BatchManager, BatchRunner, BatchState } from '@device-console/shared-lib/batch';
import { formatCount, useWaitingHandover } from '@device-console/shared-lib/console';
import {
  FakeFailure,
  renderScreen,
  type RenderScreenOptions,
  FakeNetworkFailure,
} from '@device-console/shared-lib/testing';
import { SearchContext } from '../search/search-context.ts';
import { fakeBatches, noBatches, unfinishedBatch } from '../testing/fake-batches.ts';
import { DashboardScreen } from './dashboard-screen.tsx';

const success = { status: 'success', message: '' } as const;
const batches = noBatches();
const opened = jest.fn();
const search = { open: opened, openShortcuts: () => undefined, hasFailed: false };

/** Has no batches, no remote is known yet, and the search never opens. */
function Dashboard(): ReactNode {
  return (
    <SearchContext value={search}>
      <DashboardScreen batches={batches} routes={[]} registry={{ status: 'loading' }} />
    </SearchContext>
  );
}

/** Some days before December, the last of which have data. */
const days = <Day,>(count: number, dayOf: (daysLeft: number) => Day) =>
  Array.from({ length: count }, (_, index) => ({
    day: `2026-11-${String(31 - count + index).padStart(2, '0')}`,
    ...dayOf(count - 1 - index),
  }));

/** Two of its 30 days have data; `more` overrides fields. */
const overviewAnswer = (more: object = {}) => ({
  ...success,
  scope: 'everyone',
  days: days(30, (left) => ({
    registered: left < 2 ? 5 : 0,
    reregistered: left === 0 ? 1 : 0,
    deenrolled: left === 0 ? 2 : 0,
    released: left === 1 ? 3 : 0,
  })),
  commands: days(14, (left) => ({ acknowledged: left === 0 ? 3 : 0, failed: left === 0 ? 1 : 0, open: 0 })),
  versions: [],
  attention: [],
  actions: [],
  batches: [],
  ...more,
});

const batch = { batchId: 'b', action: 'lock', oldfile: 'l.csv', found: 1, sent: 0, acknowledged: 1, failed: 0 };

async function managerOf(more: Partial<BatchManager> = {}): Promise<BatchManager> {
  const { holder } = await fakeBatches([]);
  return { ...(await holder.load()), ...more };
}

async function openHome(Shown: () => ReactNode, options: RenderScreenOptions) {
  const page = await renderScreen(Shown, { loadBatches: managerOf, ...options });
  await screen.findByRole('group', { name: 'Total Devices' });
  return page;
}

describe('Home', () => {
  const ONE = '490154203237518';
  const figures = () => ({ ...success, total_device: 10, device_today: 1, deenroll: 2 });

  /** Home, and what it has handed over to the screen of a command. */
  function Page(): ReactNode {
    const { waiting } = useWaitingHandover('lock');
    return (
      <>
        <Dashboard />
        <p>{`Handed over: ${waiting?.kind}`}</p>
      </>
    );
  }

  const open = ({ handlers, ...others }: RenderScreenOptions = {}) =>
    openHome(Page, {
      path: '/*',
      ...others,
      handlers: { homeData: figures, homeOverview: () => overviewAnswer(), ...handlers },
    });
  const commands = () =>
    within(screen.getByRole('list', { name: 'Commands' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const limited = (...permissions: string[]): RenderScreenOptions => ({ session: { userlevel: 'USER', permissions } });

  it('D40 N5 shows what the operator may, and says so where that is nothing', async () => {
    const { unmount } = await open(limited('Lock Device'));
    expect(commands()).toEqual(['Lock Device']);
    expect(screen.getByLabelText('CSV file')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'App versions' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Total Devices' })).not.toBeInTheDocument();
    unmount();
    await open(limited('Device Details'));
    expect(screen.queryByLabelText('CSV file')).not.toBeInTheDocument();
    expect(screen.queryByText(/drop a CSV or Excel file here/)).not.toBeInTheDocument();
    expect(screen.getByText(/^You have no permission for a command/)).toBeInTheDocument();
  });

  it('D40 N3 offers Lock, Unlock and Notification beside the field, the others under More commands', async () => {
    const { user, address } = await open();
    expect(commands()).toEqual(['Lock Device', 'Unlock Device', 'Enable Notification', 'More commands']);
    expect(screen.getByRole('link', { name: 'Lock Device' })).toHaveAttribute('href', '/lockDevice');
    await user.type(screen.getByLabelText('IMEI number'), ONE);
    expect(screen.getByRole('link', { name: 'Lock Device' })).toHaveAttribute('href', `/lockDevice#imei=${ONE}`);
    await user.click(screen.getByRole('button', { name: 'More commands' }));
    await user.click(screen.getByRole('menuitem', { name: 'Set Wallpaper' }));
    expect(address()).toBe(`/setWallpaper#imei=${ONE}`);
  });

  it('D40 Q1 Enter in the field opens the device of an IMEI, and the search with a part of one', async () => {
    const { user, address } = await open();
    await user.type(screen.getByLabelText('IMEI number'), '3518{Enter}');
    expect(opened).toHaveBeenCalledWith('3518');
    expect(address()).toBe('/');
    await user.clear(screen.getByLabelText('IMEI number'));
    await user.type(screen.getByLabelText('IMEI number'), `${ONE}{Enter}`);
    expect(address()).toBe(`/device#imei=${ONE}`);
  });

  it('D40 an unfinished batch is named with how far it is, and resumed by one press', async () => {
    const { user, address } = await open({
      loadBatches: () => managerOf({ unfinished: async () => [unfinishedBatch('lock')] }),
    });
    const list = within(await screen.findByRole('list', { name: 'Unfinished batches' }));
    expect(list.getByText(/lock\.csv, 40 of 100 devices/)).toBeInTheDocument();
    await user.click(list.getByRole('button', { name: 'Resume the batch of Lock Device' }));
    expect(address()).toBe('/lockDevice');
    expect(screen.getByText('Handed over: resume')).toBeInTheDocument();
  });

  it('D40 D14 discarding asks, archives the batch, and takes it off the list', async () => {
    const kept = { batches: [unfinishedBatch('lock')] };
    let state = { status: 'resumable', saved: { batchId: 'b-lock' } } as BatchState;
    const fake: Pick<BatchRunner, 'settled' | 'newBatch'> = {
      settled: async () => state,
      newBatch: () => {
        kept.batches = [];
        state = { status: 'idle' };
      },
    };
    const { user } = await open({
      loadBatches: () => managerOf({ unfinished: async () => kept.batches, runnerFor: () => fake as BatchRunner }),
    });
    await user.click(await screen.findByRole('button', { name: 'Discard the batch of Lock Device' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('60 devices will not be sent Lock Device.');
    await user.click(screen.getByRole('button', { name: 'Discard batch' }));
    await waitFor(() => expect(screen.queryByText(/40 of 100 devices/)).not.toBeInTheDocument());
  });

  it('D40 says why the unfinished batches are not known', async () => {
    await open({ loadBatches: () => Promise.reject(new Error('The storage is gone.')) });
    expect(await screen.findByText('The storage is gone.')).toBeInTheDocument();
  });

  it('D40b shows what failed, with its report, the commands of today, and what was done last', async () => {
    await open({
      handlers: {
        homeOverview: () =>
          overviewAnswer({
            attention: [{ report: 'disableapplevel2', failed: 4, unanswered: 1, expired: 2, unknown: 3 }],
            actions: [{ at: '2026-11-20T10:00:00.000Z', action: 'lock', imei: ONE, status: 'sent' }],
            versions: [
              { appversion: '5.1', devices: 1 },
              { appversion: '', devices: 3 },
            ],
            batches: [{ ...batch, total: 9, found: 8 }],
          }),
      },
    });
    const attention = within(await screen.findByRole('list', { name: /^Failed or not answered/ }));
    expect(attention.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['4 failed', 'failed'],
        ['3 of unknown outcome', 'unknown'],
        ['2 expired unsent', 'expired'],
        ['1 not answered', 'unanswered'],
      ].map(([count, trouble]) => [
        `Disable App (Level 2) ${count}`,
        `/devices#trouble=${trouble}&report=disableapplevel2`,
      ]),
    );
    expect(screen.getByRole('group', { name: 'Commands today' })).toHaveTextContent('Commands today475% acknowledged');
    expect(screen.getByRole('group', { name: 'Total Devices' })).toHaveTextContent(
      '30 days: 9 first registered, 3 released',
    );
    expect(screen.getByRole('region', { name: 'My last commands' })).toHaveTextContent(/Lock Device.*Sent/);
    expect(screen.getByRole('region', { name: 'Batches' })).toHaveTextContent('l.csvLock Device · 8 of 9 found');
    expect(screen.getByRole('list', { name: 'Devices by app version, 4 in all' })).toHaveTextContent(
      'Unknown3 · 75%5.11 · 25%',
    );
  });

  it('D40b a part of a day is no fall in a line, and a line of a stock ends in its figure', async () => {
    await open();
    const values = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getByRole('img')
        .querySelector('polyline')
        ?.getAttribute('points')
        ?.split(' ')
        .map((point) => Number(point.split(',')[1]));
    await screen.findByRole('img', { name: 'Registered by day, until yesterday' });
    expect(values("Today's Registration")).toHaveLength(29);
    expect(values('Commands today')).toHaveLength(13);
    // 10 devices now; yesterday 4 less, and the day before 2 less than that.
    const stock = values('Total Devices') ?? [];
    expect(stock).toHaveLength(30);
    expect(stock.at(-1)).toBeLessThan(stock.at(-2) ?? 0);
    expect(stock.at(-2)).toBeLessThan(stock.at(-3) ?? 0);
    expect(values('De-Enrolled Devices')?.at(-1)).toBeLessThan(values('De-Enrolled Devices')?.at(-2) ?? 0);
  });

  it('D40b C15 names what waits for a second person and what was refused, each with its way', async () => {
    const request = { id: '1', action: 'release', devices: 1, state: 'waiting', own: '', asker: 'asha@example.com' };
    await open({
      handlers: {
        approvals: () => ({
          ...success,
          items: [
            { ...request, imei: ONE },
            { ...request, id: '2', own: 'yes', batchId: 'b', devices: 40 },
            { ...request, id: '3', state: 'refused' },
          ],
        }),
        homeOverview: () => {
          const startedAt = new Date().toISOString();
          return overviewAnswer({
            batches: [
              { ...batch, batchId: 'new', refused: 2, startedAt },
              { ...batch, batchId: 'none', refused: 0, startedAt },
              { ...batch, batchId: 'old', refused: 2, startedAt: '2026-01-01T00:00:00.000Z' },
            ],
          });
        },
      },
    });
    const waits = within(await screen.findByRole('list', { name: 'Waits for approval' }));
    expect(waits.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll('\u2009', ''))).toEqual([
      expect.stringMatching(/^Release Device .* asha@example.com$/),
      'Release Device 40 devices asked by you',
    ]);
    expect(waits.getAllByRole('link')[0]).toHaveAttribute('href', '/approvals');
    const refused = within(screen.getByRole('list', { name: 'Refused in the last 24 hours' }));
    expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Lock Device: l.csv 2 refused',
    ]);
    expect(refused.getByRole('link')).toHaveAttribute('href', '/batches#new');
  });

  it('D40b names refused batches beyond the newest ones, and a command to all devices that failed', async () => {
    const startedAt = new Date().toISOString();
    const many = Array.from({ length: 12 }, (_, index) => ({
      ...batch,
      startedAt,
      batchId: `b${index}`,
      refused: index < 5 ? 0 : 2,
    }));
    const { api } = await open({
      session: { userlevel: 'SUPERADMIN' },
      address: '/superadmin/',
      handlers: {
        batchRuns: () => ({ ...success, items: many }),
        homeOverview: () =>
          overviewAnswer({
            batches: many.slice(0, 5),
            actions: [
              { at: startedAt, action: 'REBOOT', imei: 'ALL', status: 'failed' },
              { at: startedAt, action: 'UPDATE', imei: 'ALL', status: 'acknowledged' },
              { at: '2026-01-01T00:00:00.000Z', action: 'UPDATE', imei: 'ALL', status: 'failed' },
            ],
          }),
      },
    });
    const refused = await screen.findByRole('list', { name: 'Refused in the last 24 hours' });
    expect(within(refused).getAllByRole('link')).toHaveLength(5);
    expect(screen.getByRole('link', { name: '2 more' })).toHaveAttribute('href', '/superadmin/batches');
    expect(api.requestsOf('batchRuns').map(({ body }) => body)).toEqual([expect.objectContaining({ everyone: true })]);
    const failed = within(screen.getByRole('list', { name: /^Failed or not answered/ })).getAllByRole('listitem');
    expect(failed.map(({ textContent }) => textContent)).toEqual(['Device Action (REBOOT): All devices Failed']);
  });

  it('D40b what is known of refused batches stays where earlier ones cannot be read, which is said', async () => {
    const startedAt = new Date().toISOString();
    await open({
      handlers: {
        batchRuns: () => new FakeFailure({ message: 'Too busy.' }),
        homeOverview: () => overviewAnswer({ batches: [{ ...batch, startedAt, refused: 2 }] }),
      },
    });
    expect(await screen.findByText('Too busy.')).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Refused in the last 24 hours' })).toHaveTextContent('l.csv');
  });

  it('D40b an empty database has words for every part', async () => {
    await open({ handlers: { homeOverview: () => overviewAnswer({ days: [], commands: [] }) } });
    for (const text of [
      'No command was sent in the last 14 days',
      'No device is enrolled',
      'You have sent no command yet',
      'No batch has been started yet',
    ])
      expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Needs your attention' })).toHaveTextContent(
      'Nothing failed recently, and nothing is unfinished.',
    );
  });

  it('D40b a failed overview leaves the figures and the way to the search', async () => {
    await open({ handlers: { homeOverview: () => new FakeFailure({ message: 'Too busy.' }) } });
    expect(await screen.findByText('Too busy.')).toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Total Devices' })).toHaveTextContent('10');
    expect(screen.getByRole('button', { name: 'Find' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Commands by day' })).not.toBeInTheDocument();
  });

  it('D40b D1a an existing back end is asked for figures and app versions alone', async () => {
    const { api } = await open({
      config: { backend: 'legacy' },
      handlers: {
        getAppVersionDevices: () => ({ ...success, items: [{ appversion: '4.0', devices: 7 }] }),
      },
    });
    expect(await screen.findByRole('list', { name: 'Devices by app version, 7 in all' })).toBeInTheDocument();
    expect(api.requests.map(({ path }) => path).toSorted()).toEqual(['getAppVersionDevices.php', 'homeData.php']);
    expect(screen.queryByRole('region', { name: 'My last commands' })).not.toBeInTheDocument();
  });
});

describe('its figures', () => {
  const figures = { ...success, total_device: '120034', device_today: 7, deenroll: 0 };
  const tile = (name: string) => screen.getByRole('group', { name });
  /** What it shows beyond H1 is still loading. */
  const homeOverview = () => new Promise<never>(() => undefined);
  const open = ({ handlers, ...others }: RenderScreenOptions = {}) =>
    openHome(Dashboard, { ...others, handlers: { homeData: () => figures, homeOverview, ...handlers } });
  /** How often the figures were asked for. */
  const reads = ({ api }: Awaited<ReturnType<typeof open>>) => api.requestsOf('homeData').length;
  const refresh = () => screen.getByRole('button', { name: /^Refresh Data/ });

  async function expectFigures(total: number, deenrolled: number, today: number): Promise<void> {
    expect(await within(tile('Total Devices')).findByText(formatCount(total))).toBeInTheDocument();
    expect(within(tile('De-Enrolled Devices')).getByText(formatCount(deenrolled))).toBeInTheDocument();
    expect(within(tile("Today's Registration")).getByText(formatCount(today))).toBeInTheDocument();
  }

  it('H1 H2 D1a three figures, zero included, samples; Refresh reloads, a failed one keeps', async () => {
    const page = await open({ config: { samples: { imei: '/files/a.csv', notify: '/files/b.csv' } } });
    const { api, user } = page;
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Dashboard$/);
    await expectFigures(120034, 0, 7);
    expect(within(tile('De-Enrolled Devices')).getByText('need re-registration')).toBeInTheDocument();
    const asked = ['GET homeData.php', 'POST approvals.php', 'POST deviceCounts.php', 'POST homeOverview.php'];
    await waitFor(() => expect(api.requests.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(asked));
    for (const [name, address] of [
      ['Sample CSV', '/files/a.csv'],
      ['Notification sample CSV', '/files/b.csv'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
      expect(screen.getByRole('link', { name })).toHaveAttribute('download');
    }
    api.use({ homeData: () => ({ ...figures, total_device: 120035, device_today: 8 }) });
    await user.click(refresh());
    await expectFigures(120035, 0, 8);
    expect(reads(page)).toBe(2);
    api.use({ homeData: () => new FakeFailure({ message: 'The figures are being counted.' }) });
    await user.click(refresh());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The figures could not be loadedThe figures are being counted.',
    );
    await expectFigures(120035, 0, 8);
  });

  it('D40e the locked devices are counted beside them, for who may see devices, and lead to their list', async () => {
    const counts = { ...success, total: 4920, states: [{ state: 'LOCKED', devices: 154 }] };
    const { unmount } = await open({ handlers: { deviceCounts: () => counts } });
    await waitFor(() => expect(tile('Locked')).toHaveTextContent(/^Locked154/));
    expect(screen.getByRole('link', { name: 'Locked' })).toHaveAttribute('href', '/devices#is=LOCKED');
    unmount();
    const { api } = await open({ session: { userlevel: 'USER', permissions: ['Reports'] } });
    expect(screen.queryByRole('group', { name: 'Locked' })).not.toBeInTheDocument();
    expect(api.requestsOf('deviceCounts')).toEqual([]);
  });

  it('H1 W5 a failure names the call and shows no figures; Refresh Data recovers', async () => {
    const { api, user } = await open({ handlers: { homeData: () => new FakeNetworkFailure('gone') } });
    expect(await screen.findByRole('alert')).toHaveTextContent('homeData.php');
    expect(tile('Total Devices')).toHaveTextContent(/^Total Devices$/);
    api.use({ homeData: () => figures });
    await user.click(refresh());
    await expectFigures(120034, 0, 7);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
