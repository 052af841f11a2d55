import { act, render, screen, waitFor, within } from '@testing-library/react';
import { createLeaveGuard } from '../common/leave-guard.ts';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { WaitingUpdate } from '../releases/decide.ts';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { renderRoutes } from '../testing/render-routes.tsx';
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
])('an update %j is announced', (more, title, text) => {
  const update = { id: 'mf-reports', version: '1.5.0', from: '1.4.2', waitsFor: 'next-screen', ...more } as const;
  const guard = createLeaveGuard({ isSending: () => false, page: document, reloadPage: () => undefined });
  render(<UpdateNotices waiting={[update]} shownRemote={undefined} guard={guard} onUpdate={() => undefined} />);
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(screen.getByText((said) => said.startsWith(text))).toBeInTheDocument();
  const button = more.waitsFor === 'reload' ? 'Reload the page' : 'Update now';
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([button]);
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
