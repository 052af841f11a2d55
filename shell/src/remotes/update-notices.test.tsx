import { act, screen, waitFor, within } from '@testing-library/react';
import { honourWithdrawals } from '@device-console/shared-lib/trust';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';
import { readUnsigned, registryDocument, wholeConsole } from '../testing/test-registry.ts';

const menu = () => within(screen.getByRole('navigation', { name: 'Console' }));
const newer = (id: string) =>
  registryDocument(
    wholeConsole.map((entry) =>
      entry.id === id
        ? {
            ...entry,
            sequence: 2,
            baseUrl: `${entry.baseUrl}2/`,
            declaration: { ...entry.declaration, version: '1.5.0' },
          }
        : entry,
    ),
  );

async function open(options: RenderRoutesOptions) {
  let document = registryDocument(wholeConsole);
  const rendered = await renderRoutes({
    registry: Promise.resolve(document),
    readRegistry: () => Promise.resolve(document),
    ...options,
  });
  await screen.findByRole('heading', { level: 1 });
  return {
    ...rendered,
    publish: async (next: unknown) => {
      document = next;
      await act(() => rendered.remotes.registry.refresh());
    },
  };
}

describe('a canary that is withdrawn', () => {
  it('is announced as such, and goes when the operator says so', async () => {
    const entries = wholeConsole.map((entry) =>
      entry.id !== 'mf-reports'
        ? entry
        : {
            ...entry,
            canary: {
              baseUrl: `${entry.baseUrl}canary/`,
              publishedAt: '',
              share: 1,
              roles: [],
              declaration: { ...entry.declaration, version: '1.5.0' },
            },
          },
    );
    const examine = async (document: unknown) =>
      honourWithdrawals(document, await readUnsigned(document), {
        keys: [{ keyId: 'watch', publicKey: '' }],
        verify: async () => 'valid',
      });
    const { publish, user } = await open({
      address: '/auditReport',
      registry: Promise.resolve(registryDocument(entries)),
      examine,
    });
    const withdrawal = {
      id: 'mf-reports',
      baseUrl: 'http://remotes.test/mf-reports/canary/',
      publishedAt: '',
      at: '',
      reason: 'It failed 9 times.',
      keyId: 'watch',
      signature: '',
    };
    await publish({ schemaVersion: 1, remotes: entries, withdrawals: [withdrawal] });
    expect(screen.getByText('Reports 1.5.0 was withdrawn')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Update now' }));
    expect(await screen.findByText('mf-reports 1.5.0 was withdrawn; showing 1.4.2')).toBeInTheDocument();
  });
});

describe('a new release', () => {
  it('is announced to whoever is there, and comes with the next screen', async () => {
    const { publish, user, remotes } = await open({ address: '/auditReport' });
    await publish(newer('mf-reports'));
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('A new version of Reports is ready');
    expect(screen.getByText('1.5.0 replaces 1.4.2. It comes with the next screen that you open.')).toBeInTheDocument();
    await user.click(menu().getByRole('link', { name: 'User Management' }));
    expect(await screen.findByRole('heading', { name: 'Screen userManagement' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('A new version of Reports is ready')).not.toBeInTheDocument());
    expect(
      remotes.releaseManager.getSnapshot().releases.find(({ id }) => id === 'mf-reports')?.declaration.version,
    ).toBe('1.5.0');
  });

  it('comes at once when the operator says so', async () => {
    const { publish, user } = await open({ address: '/auditReport' });
    await publish(newer('mf-reports'));
    await user.click(screen.getByRole('button', { name: 'Update now' }));
    expect(screen.queryByText('A new version of Reports is ready')).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Screen auditReport' })).toBeInTheDocument();
  });

  it('D16 waits for the batch whose screen is in it', async () => {
    const { holder } = await fakeBatches([{ ...activeBatch('lock', 'Lock Device'), operator: 'operator@example.com' }]);
    const { publish, user } = await open({ address: '/auditReport', batches: holder });
    await publish(newer('mf-commands'));
    expect(
      screen.getByText('1.5.0 replaces 1.4.2. It comes after the batch that uses the current version.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Update now' })).not.toBeInTheDocument();
    await user.click(menu().getByRole('link', { name: 'User Management' }));
    await screen.findByRole('heading', { name: 'Screen userManagement' });
    expect(screen.getByText(/It comes after the batch/)).toBeInTheDocument();
  });
});
