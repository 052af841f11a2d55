import { screen, within } from '@testing-library/react';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import { previewOf, PREVIEW_NAME, storedPreview, testPorts } from '../override/test-override.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const LINK = `/superadmin/platform#preview=mf-reports/${PREVIEW_NAME}`;
const session = { userlevel: 'SUPERADMIN', permissions: [] };

async function open(
  stored: object | null,
  { ports = testPorts(stored), ...more }: RenderRoutesOptions & { ports?: ReturnType<typeof testPorts> } = {},
) {
  const reloadPage = jest.fn();
  // It is signed, so that a console that allows no development shows it.
  const rendered = await renderRoutes({
    address: LINK,
    session,
    override: { ...ports, allowsDevelopment: false },
    reloadPage,
    ...more,
  });
  await screen.findByRole('heading', { level: 1 });
  await screen.findAllByText('mf-reports');
  return { ...rendered, ports, reloadPage };
}

const card = () => within(screen.getByRole('region', { name: 'Preview' }));
const banner = () => screen.queryByText(/^mf-reports 1\.3\.0 is a preview, until .*\d:\d\d/);

describe('the address of a preview', () => {
  it('shows remote, version, who signed it and until when; the superadmin turns it on', async () => {
    const { ports, reloadPage, user } = await open(null);
    const turnOn = await card().findByRole('button', { name: 'Turn on' });
    for (const fact of ['mf-reports', '1.3.0', 'key-of-reports', 'Team of mf-reports', 'http://remotes.test'])
      expect(card().getByText(fact)).toBeInTheDocument();
    await user.click(turnOn);
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText(/takes the place of the live mf-reports for you alone; nobody else sees it\./),
    ).toBeInTheDocument();
    expect([ports.stored.has(DEVELOPMENT_KEY), reloadPage.mock.calls]).toEqual([false, []]);
    await user.click(dialog.getByRole('button', { name: 'Turn on' }));
    expect(JSON.parse(ports.stored.get(DEVELOPMENT_KEY) ?? '')).toMatchObject({
      source: 'preview',
      id: 'mf-reports',
      name: PREVIEW_NAME,
      email: 'operator@example.com',
    });
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('of a preview that is refused says why, and offers nothing', async () => {
    const error = new RemoteLoadError(
      'preview-refused',
      { id: 'mf-reports', version: '' },
      'It is not used: its preview is for another account.',
    );
    await open(null, { ports: testPorts(null, { readPreview: async () => ({ status: 'failed', error }) }) });
    expect(await card().findByRole('alert')).toHaveTextContent(
      'Its preview was not accepted. It is not used: its preview is for another account.',
    );
    expect(card().queryByRole('button')).not.toBeInTheDocument();
  });

  it.each(['mf-reports', `mf-reports/${PREVIEW_NAME}/x`, `../x/${PREVIEW_NAME}`, 'mf-reports/..%2Fregistry', ''])(
    'that is damaged (%s) asks for nothing and says so',
    async (text) => {
      const readPreview = jest.fn();
      await open(null, { address: `/superadmin/platform#preview=${text}`, ports: testPorts(null, { readPreview }) });
      expect(card().getByRole('alert')).toHaveTextContent('Its address is damaged.');
      expect([card().queryByRole('button'), readPreview.mock.calls]).toEqual([null, []]);
    },
  );

  it('is refused with words while a batch sends', async () => {
    const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    const { reloadPage, user } = await open(null, { batches: holder });
    await user.click(await card().findByRole('button', { name: 'Turn on' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn on' }));
    expect(await card().findByRole('alert')).toHaveTextContent('A batch is running on this page');
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('says that something is under development here first, and offers nothing beside it', async () => {
    const ports = testPorts({});
    await renderRoutes({ address: LINK, session, override: ports, reloadPage: jest.fn() });
    expect(
      await screen.findByText(/There is one override at a time\. Press End development first/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Turn on' })).not.toBeInTheDocument();
  });

  it('shows no card where the page was opened without one', async () => {
    await open(null, { address: '/superadmin/platform' });
    expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
  });
});

describe('while a preview is on', () => {
  it(
    'a banner says so on every page, its screens are routed as it declares them, and it counts as ' + 'signed',
    async () => {
      const { user, loader, remotes } = await open(storedPreview());
      expect(banner()).toBeInTheDocument();
      expect(remotes.releaseManager.getSnapshot().releases.find(({ id }) => id === 'mf-reports')).toMatchObject({
        source: 'preview',
        keyId: 'key-of-reports',
      });
      expect(card().queryByRole('button', { name: 'Turn on' })).not.toBeInTheDocument();
      await user.selectOptions(screen.getByRole('combobox', { name: 'Remote' }), 'mf-reports');
      expect(
        screen.getByText(/^Preview: signed for you alone, and in no registry, until .*\d:\d\d/),
      ).toBeInTheDocument();
      await user.click(
        within(screen.getByRole('navigation', { name: 'Console' })).getByRole('link', { name: 'Fresh Screen' }),
      );
      expect(await screen.findByRole('heading', { name: 'Screen fresh' })).toBeInTheDocument();
      expect([banner() !== null, [...new Set(loader.asked)]]).toEqual([true, ['mf-reports/fresh']]);
    },
  );

  it('ends by the button, and the live release is back', async () => {
    const { user, ports, reloadPage, remotes } = await open(storedPreview());
    const [end] = screen.getAllByRole('button', { name: 'End preview' });
    if (!end) throw new Error('There is no way back.');
    await user.click(end);
    expect([ports.stored.has(DEVELOPMENT_KEY), reloadPage.mock.calls.length]).toEqual([false, 1]);
    expect(remotes.releaseManager.getSnapshot().releases.find(({ id }) => id === 'mf-reports')).toMatchObject({
      source: 'registry',
      declaration: { version: '1.4.2' },
    });
    expect(banner()).not.toBeInTheDocument();
  });

  it.each(['ADMIN', 'USER'])('is nothing for %s', async (userlevel) => {
    const ports = testPorts(storedPreview());
    const { remotes } = await renderRoutes({
      session: { userlevel, permissions: ['Audit Report'] },
      override: ports,
      reloadPage: jest.fn(),
    });
    await screen.findByRole('link', { name: 'Audit Report' });
    expect([
      banner(),
      ports.stored.has(DEVELOPMENT_KEY),
      remotes.releaseManager.getSnapshot().releases.every(({ source }) => source === 'registry'),
    ]).toEqual([null, false, true]);
  });

  it('is nothing for a superadmin whom it is not for', async () => {
    const error = new RemoteLoadError(
      'preview-refused',
      { id: 'mf-reports', version: '1.3.0' },
      'It is not used: its preview is for another account.',
    );
    const { remotes } = await open(storedPreview({ email: 'other@example.com' }), {
      address: '/superadmin/platform',
      ports: testPorts(storedPreview({ email: 'other@example.com' }), {
        readPreview: async () => ({ status: 'failed', error }),
      }),
    });
    expect(banner()).not.toBeInTheDocument();
    expect(remotes.releaseManager.getSnapshot().releases.every(({ source }) => source === 'registry')).toBe(true);
    expect(previewOf().preview.for).not.toContain('example.com');
  });
});
