import { act, screen, waitFor, within } from '@testing-library/react';
import { calls } from '@device-console/shared-lib/contract';
import { FakeFailure, renderConsole } from '@device-console/shared-lib/testing';
import { formatClock, formatTime } from '@device-console/shared-lib/console';
import type { BatchNotice } from '../batches/batch-notice.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { deviceGatewayAtom } from '../common/device-gateway.ts';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { registryDocument, wholeConsole } from '../testing/test-registry.ts';
import { openConsole } from '../testing/open-console.ts';
import { quietTabs, type RenderRoutesOptions } from '../testing/render-routes.tsx';
import { SessionClock } from './console-top-bar.tsx';

const menu = () => screen.getByRole('navigation', { name: 'Console' });
const addresses = () =>
  within(menu())
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

function secureContext(isSecure: boolean): void {
  Object.defineProperty(window, 'isSecureContext', { value: isSecure, configurable: true });
}

beforeEach(() => secureContext(true));

describe('the sidebar', () => {
  it('N5 D2a follows the permissions that a refusal names', async () => {
    const { api, client } = await openConsole({ session: { userlevel: 'USER', permissions: ['Audit Report'] } });
    api.use({
      homeData: () => new FakeFailure({ httpStatus: 403, message: 'x', permissions: ['Reports'] }),
    });
    await act(() => expect(client.call(calls.homeData, {})).rejects.toMatchObject({ kind: 'forbidden' }));
    await waitFor(() => expect(addresses()).toEqual(['/', '/reports', '/logout']));
  });

  it('F1 N1 N3 lists under More what its order has no place for, and Logout last', async () => {
    await openConsole({ session: { userlevel: 'USER', permissions: ['Lock Device', 'Release Device'] } });
    expect(addresses()).toEqual(['/', '/releaseDevice', '/lockDevice', '/logout']);
    const [lock, release] = ['Lock Device', 'Release Device'].map((name) =>
      within(menu()).getByRole('link', { name }).closest('li'),
    );
    expect([lock, release].map((entry) => entry?.textContent)).toEqual(['MoreLock Device', 'Release Device']);
  });

  it('F7 N1 the open screen is pinned on top by its operator, and the menu below stays as it is', async () => {
    const { user } = await openConsole({ address: '/lockDevice' });
    const menuBefore = addresses();
    await user.click(screen.getByRole('button', { name: 'Pin this screen to the top' }));
    expect(addresses()).toEqual(['/lockDevice', ...menuBefore]);
    expect(within(menu()).getAllByRole('listitem')[0]).toHaveTextContent(/^PinnedLock Device/);
    const [unpin] = screen.getAllByRole('button', { name: 'Unpin this screen' });
    if (unpin) await user.click(unpin);
    expect(addresses()).toEqual(menuBefore);
  });

  it('F2 is filtered from the keyboard: Enter opens the first, Escape shows all again', async () => {
    const { user, address } = await openConsole();
    await user.keyboard('/');
    const field = screen.getByRole('textbox', { name: 'Find in the menu' });
    expect(field).toHaveFocus();
    await user.keyboard('aud rep');
    expect(addresses()).toEqual(['/auditReport']);
    await user.keyboard('{Escape}');
    expect(field).toHaveValue('');
    expect(addresses().length).toBeGreaterThan(10);
    // In a field a slash is a slash.
    await user.keyboard('a/b');
    expect(field).toHaveValue('a/b');
    expect(screen.getAllByText('No entry matches.')).not.toHaveLength(0);
    await user.keyboard('{Escape}lock');
    expect(addresses()).toEqual(['/lockDevice']);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Screen lock' });
    expect(address()).toBe('/lockDevice');
  });

  it('F1 F3 folds to its drawings, which keep their names, and stays so', async () => {
    const { user } = await openConsole();
    await user.click(screen.getByRole('button', { name: 'Fold the menu' }));
    expect(within(menu()).getByRole('link', { name: 'Home' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Find in the menu' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unfold the menu' })).toBeInTheDocument();
    expect(localStorage.getItem('display:menu')).toBe('folded');
    await user.keyboard('/');
    expect(screen.getByRole('textbox', { name: 'Find in the menu' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Fold the menu' })).toBeInTheDocument();
  });

  it('F1 draws each entry, fetches its screen ahead when pointed at, and marks where the operator is', async () => {
    const { loader, user } = await openConsole();
    for (const link of screen.getAllByRole('link').filter((one) => one.closest('nav')))
      expect(link.querySelector('svg')).toBeInTheDocument();
    const drawing = (name: string) => within(menu()).getByRole('link', { name }).querySelector('svg')?.innerHTML;
    expect(drawing('Release Device')).not.toBe(drawing('Reports'));
    // The host has no icon of this name, so it uses the neutral one.
    expect(drawing('Reports')).toBe(drawing('Audit Report'));
    expect(loader.asked).toEqual([]);
    await user.hover(within(menu()).getByRole('link', { name: 'Audit Report' }));
    expect(loader.asked).toEqual(['mf-reports/auditReport']);
    await user.hover(within(menu()).getByRole('link', { name: 'Home' }));
    expect(loader.asked).toHaveLength(1);
    expect(within(menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Home');
    await user.click(within(menu()).getByRole('link', { name: 'Audit Report' }));
    await screen.findByRole('heading', { name: 'Screen auditReport' });
    expect(within(menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Audit Report');
  });
});

describe('the top bar', () => {
  it('S5 F4 names the expiry, the operator and the way out; Escape closes the account menu, a link too', async () => {
    const { user } = await openConsole();
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByText(/^login access expires on /)).toBeInTheDocument();
    expect(within(menu()).getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/logout');
    const button = bar.getByRole('button', { name: 'Account of operator@example.com' });
    expect(bar.queryByText('operator@example.com')).not.toBeInTheDocument();
    await user.click(button);
    expect(bar.getByText('operator@example.com')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    await user.click(bar.getByRole('link', { name: 'Logout' }));
    await screen.findByRole('heading', { level: 1, name: 'Login' });
  });

  it('F3 F4 shows a theme and a density at once, and keeps them', async () => {
    const { user } = await openConsole();
    await user.click(screen.getByRole('button', { name: /^Account of/ }));
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    await user.click(screen.getByRole('radio', { name: 'Compact' }));
    expect({ ...document.documentElement.dataset }).toMatchObject({ theme: 'dark', density: 'compact' });
    expect(['theme', 'density'].map((name) => localStorage.getItem(`display:${name}`))).toEqual(['dark', 'compact']);
    await user.click(screen.getByRole('radio', { name: 'System' }));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(localStorage.getItem('display:theme')).toBeNull();
  });

  it('F4 says so while there is no network, and while the server simulates the phones', async () => {
    const { store } = await openConsole();
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('Waiting for the connection')).toBeInTheDocument();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText('Waiting for the connection')).not.toBeInTheDocument();
    online.mockRestore();
    const bar = within(screen.getByRole('banner'));
    expect(bar.queryByText('Simulated phones')).not.toBeInTheDocument();
    act(() => store.set(deviceGatewayAtom, 'simulator'));
    expect(bar.getByText('Simulated phones')).toBeVisible();
    expect(bar.getByTitle('Commands reach no phone here: the server only simulates the phones.')).toHaveTextContent(
      'Simulated phones',
    );
    act(() => store.set(deviceGatewayAtom, 'provider.example'));
    expect(bar.queryByText('Simulated phones')).not.toBeInTheDocument();
  });

  it('D16 shows every batch under way and leads to its screen', async () => {
    const { holder } = await fakeBatches([
      activeBatch('lock', 'Lock Device'),
      activeBatch('release', 'Release Device', 'paused'),
    ]);
    const { user } = await openConsole({ batches: holder });
    const bar = within(screen.getByRole('banner'));
    await user.click(bar.getByRole('button', { name: '2 batches are running' }));
    expect(bar.getByRole('link', { name: 'Lock Device: 50 of 200' })).toHaveAttribute('href', '/lockDevice');
    expect(bar.getByRole('link', { name: 'Release Device: 50 of 200, paused' })).toHaveAttribute(
      'href',
      '/releaseDevice',
    );
  });

  it.each([
    ['running', true],
    ['paused', false],
  ] as const)(
    'D16 F4 the ring of a single batch leads to it; leaving while it is %s warns: %s',
    async (status, warns) => {
      const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device', status)]);
      const { unmount } = await openConsole({ batches: holder });
      const link = within(screen.getByRole('banner')).getByRole('link', { name: /^Lock Device: 50 of 200/ });
      expect(link).toHaveAttribute('href', '/lockDevice');
      const leave = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      expect(leave()).toBe(warns);
      unmount();
      expect(leave()).toBe(false);
    },
  );
});

describe('F6 what is told', () => {
  const notice: BatchNotice = {
    id: 'n-1',
    operator: 'operator@example.com',
    command: 'lock',
    at: Date.parse('2026-11-22T10:00:00Z'),
    kind: 'finished',
    found: 968,
    notFound: 32,
    message: '',
  };

  /** A console that receives messages of another tab. */
  async function hearing(options: RenderRoutesOptions = {}) {
    const listeners = new Set<(message: unknown) => void>();
    const otherTabs: OtherTabs = {
      ...quietTabs,
      onNotice: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const rendered = await openConsole({ ...options, otherTabs });
    return { ...rendered, hear: (told: BatchNotice) => act(() => listeners.forEach((listener) => listener(told))) };
  }
  const news = () => within(screen.getByRole('region', { name: 'News' }));

  it('F6 stands in a corner with the way to its screen, and under the bell until it was read', async () => {
    const { user, hear, address } = await hearing();
    hear(notice);
    expect(news().getByText('968 found, 32 not found')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Notices, 1 unread' }));
    expect(screen.getByRole('link', { name: /^Lock Device is done/ })).toHaveAttribute('href', '/lockDevice');
    expect(screen.getByRole('button', { name: 'Notices' })).toBeInTheDocument();
    await user.click(news().getByRole('link', { name: 'Open Lock Device' }));
    await screen.findByRole('heading', { name: 'Screen lock' });
    expect(address()).toBe('/lockDevice');
    expect(screen.queryByRole('region', { name: 'News' })).not.toBeInTheDocument();
  });

  it('F6 is no toast on its own screen, and nothing of another operator is told', async () => {
    const { hear } = await hearing({ address: '/lockDevice' });
    hear(notice);
    hear({ ...notice, id: 'n-2', operator: 'viewer@example.com' });
    expect(screen.queryByRole('region', { name: 'News' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Notices' })).toBeInTheDocument();
  });
});

describe('banners', () => {
  const PLAIN_HTTP = 'This connection is not protected';

  it('D9b warns of plain http, and only of it', async () => {
    const { unmount } = await openConsole();
    expect(screen.queryByText(PLAIN_HTTP)).not.toBeInTheDocument();
    unmount();
    secureContext(false);
    await openConsole();
    expect(screen.getByText(PLAIN_HTTP)).toBeInTheDocument();
  });

  it('a broken registry entry is named on every screen, and the other remotes work', async () => {
    const broken = { ...wholeConsole[0], sequence: 'many' };
    const { user } = await openConsole({
      registry: Promise.resolve(registryDocument([broken, ...wholeConsole.slice(1)])),
    });
    expect(screen.getByText('Screens of mf-commands are missing')).toBeInTheDocument();
    expect(screen.getByText(/^mf-commands: its registry entry cannot be read: sequence/)).toBeInTheDocument();
    await user.click(within(menu()).getByRole('link', { name: 'Audit Report' }));
    await screen.findByRole('heading', { name: 'Screen auditReport' });
    expect(screen.getByText('Screens of mf-commands are missing')).toBeInTheDocument();
  });
});

describe("the session's clock", () => {
  const EXPIRY = '2031-05-06T07:08:00.000Z';

  beforeEach(() => {
    jest.useFakeTimers({
      now: Date.parse('2031-05-05T10:00:00Z'),
      // All but the clock and its intervals.
      doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'queueMicrotask', 'nextTick', 'performance'],
    });
  });

  afterEach(() => void jest.useRealTimers());

  it('S5 D4 says when the login expires, and shows a live date and time until the page goes', async () => {
    const { unmount } = await renderConsole(<SessionClock />, { session: { expiry: EXPIRY } });
    expect(screen.getByText(`login access expires on ${formatTime(EXPIRY)}`)).toBeInTheDocument();
    const clock = screen.getByText(formatClock(Date.now()));
    expect(clock).toHaveAttribute('datetime', new Date().toISOString());
    act(() => jest.advanceTimersByTime(2_000));
    expect(clock).toHaveTextContent(formatClock(Date.parse('2031-05-05T10:00:02Z')));
    expect(screen.queryByText(/without use/)).not.toBeInTheDocument();
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('S5 S11 says after how long without use the login ends too, where it does', async () => {
    await renderConsole(<SessionClock />, { session: { expiry: EXPIRY, idle_minutes: 30 } });
    expect(
      screen.getByText(`login access expires on ${formatTime(EXPIRY)} or after 30 min without use`),
    ).toBeInTheDocument();
    expect(screen.getByText(/^Login until .* · 30 min idle$/)).toBeInTheDocument();
  });
});
