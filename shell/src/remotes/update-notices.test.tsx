import { act, render, screen, waitFor, within } from '@testing-library/react';
import { createLeaveGuard } from '../common/leave-guard.ts';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { WaitingUpdate } from '../releases/decide.ts';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { fakeLoader, renderRoutes } from '../testing/render-routes.tsx';
import { registryDocument, wholeConsole } from '../testing/test-registry.ts';
import { UpdateNotices } from './update-notices.tsx';

const menu = () => within(screen.getByRole('navigation', { name: 'Console' }));
const newer = (id: string) =>
  registryDocument(
    wholeConsole.map((entry) =>
      entry.id === id
        ? { ...entry, baseUrl: `${entry.baseUrl}2/`, declaration: { ...entry.declaration, version: '1.5.0' } }
        : entry,
    ),
  );

async function open(batches?: BatchHolder) {
  let document = registryDocument(wholeConsole);
  const readRegistry = () => Promise.resolve(document);
  const { remotes, user } = await renderRoutes({ address: '/auditReport', readRegistry, batches });
  await screen.findByRole('heading', { level: 1 });
  const publish = async (next: unknown) => {
    document = next;
    await act(() => remotes.registry.refresh());
  };
  return { user, publish };
}

it.each<[Partial<WaitingUpdate>, string, string]>([
  [{}, 'A new version of Reports is ready', '1.5.0 replaces 1.4.2. It comes with the next screen that you open.'],
  [{ goesBack: 'withdrawn' }, 'Reports 1.4.2 was withdrawn', '1.5.0 replaces 1.4.2. It comes with the next screen'],
  [{ goesBack: 'failed' }, 'Reports 1.4.2 failed here', '1.5.0 replaces 1.4.2. It comes with the next screen'],
  [{ waitsFor: 'reload', from: '1.5.0' }, 'A new version of Reports is ready', 'It is at a new address'],
  [{ waitsFor: 'console' }, 'A new version of Reports is ready', '1.5.0 replaces 1.4.2. It needs a newer version of'],
])('an update %j is announced', (more, title, text) => {
  const update = { id: 'mf-reports', version: '1.5.0', from: '1.4.2', waitsFor: 'next-screen', ...more } as const;
  const guard = createLeaveGuard({ isSending: () => false, page: document, reloadPage: () => undefined });
  const hostUpdate = { subscribe: () => () => undefined, getSnapshot: () => false };
  const rest = { hostUpdate, guard, shownRemote: undefined, onUpdate: () => undefined };
  render(<UpdateNotices waiting={[update]} {...rest} />);
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(screen.getByText((said) => said.startsWith(text))).toBeInTheDocument();
  const buttons = { reload: ['Reload the page'], console: [] };
  const expected = more.waitsFor === 'reload' || more.waitsFor === 'console' ? buttons[more.waitsFor] : ['Update now'];
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(expected);
});

describe('a new release', () => {
  it('is announced to whoever is there, and comes with the next screen', async () => {
    const { publish, user } = await open();
    await publish(newer('mf-reports'));
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('A new version of Reports is ready');
    await user.click(menu().getByRole('link', { name: 'User Management' }));
    expect(await screen.findByRole('heading', { name: 'Screen userManagement' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('A new version of Reports is ready')).not.toBeInTheDocument());
  });

  it('comes at once when the operator says so', async () => {
    const { publish, user } = await open();
    await publish(newer('mf-reports'));
    await user.click(screen.getByRole('button', { name: 'Update now' }));
    expect(screen.queryByText('A new version of Reports is ready')).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Screen auditReport' })).toBeInTheDocument();
  });

  it('D16 waits for the batch whose screen is in it', async () => {
    const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    const { publish } = await open(holder);
    await publish(newer('mf-commands'));
    const text = '1.5.0 replaces 1.4.2. It comes after the batch that uses the current version.';
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Update now' })).not.toBeInTheDocument();
  });
});

describe('a new version of the console itself', () => {
  const served = (main: string) =>
    `<head><script src="/boot.a.js"></script><script src="/main.${main}.js"></script></head><div id="console"></div>`;
  beforeAll(() => {
    for (const src of ['/boot.a.js', '/main.1.js']) {
      const script = document.createElement('script');
      script.type = 'text/plain';
      script.setAttribute('src', src);
      document.head.append(script);
    }
  });

  it('is told, and comes with a reload, which asks first where something was typed', async () => {
    const pages = [served('1'), '<p>Log in to the network</p>', served('2')];
    const reloadPage = jest.fn();
    const loader = fakeLoader(async () => ({ Screen: () => <input aria-label="IMEI" /> }));
    const readPage = async () => pages.shift() ?? Promise.reject(new Error('No answer'));
    const { remotes, user } = await renderRoutes({ address: '/auditReport', loader, readPage, reloadPage });
    const title = () => screen.queryByText('The console itself has another version now');
    await user.type(await screen.findByLabelText('IMEI'), '4901');
    const look = () => act(() => remotes.hostUpdate.look());
    await look();
    await look();
    expect(title()).not.toBeInTheDocument();
    await look();
    await look();
    expect(title()).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reload the page' }));
    expect(screen.getByText('What you have typed or chosen on this screen would be lost.')).toBeInTheDocument();
    expect(reloadPage).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Reload the page anyway' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('comes with a reload at once where nothing would be lost', async () => {
    const reloadPage = jest.fn();
    const readPage = async () => served('2');
    const { remotes, user } = await renderRoutes({ address: '/auditReport', readPage, reloadPage });
    await screen.findByRole('heading', { level: 1 });
    await act(() => remotes.hostUpdate.look());
    await user.click(screen.getByRole('button', { name: 'Reload the page' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });
});
