import { act, screen, waitFor, within } from '@testing-library/react';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { testPorts } from '../override/test-override.ts';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const LINK = '/superadmin/platform#develop=mf-reports&from=http%3A%2F%2Flocalhost%3A3401';
const session = { userlevel: 'SUPERADMIN', permissions: [] };

async function open(
  stored: object | null,
  { ports = testPorts(stored), ...more }: RenderRoutesOptions & { ports?: ReturnType<typeof testPorts> } = {},
) {
  const reloadPage = jest.fn();
  const rendered = await renderRoutes({
    address: '/superadmin/platform',
    session,
    override: ports,
    reloadPage,
    ...more,
  });
  await screen.findByRole('heading', { level: 1 });
  await screen.findAllByText('mf-reports');
  return { ...rendered, ports, reloadPage };
}

const form = () => within(screen.getByRole('form', { name: 'Development' }));
const addressField = () => form().getByLabelText('Address of the dev server');
const turnOn = () => form().getByRole('button', { name: /^Turn on/ });
const banner = () => screen.queryByText(/^mf-reports comes from http:\/\/localhost:3401 until /);

describe('turning development on', () => {
  it('a link fills the form in and turns nothing on; the superadmin confirms', async () => {
    const { ports, reloadPage, user } = await open(null, { address: LINK });
    expect(form().getByRole('combobox', { name: 'Remote to develop' })).toHaveValue('mf-reports');
    expect(addressField()).toHaveValue('http://localhost:3401');
    expect(form().getByText(/^A link has filled this in\./)).toBeInTheDocument();
    await user.click(turnOn());
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText(/will run here as mf-reports, with your rights and your session\. Nobody has signed it\./),
    ).toBeInTheDocument();
    expect(ports.stored.has(DEVELOPMENT_KEY)).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect([ports.stored.has(DEVELOPMENT_KEY), reloadPage.mock.calls]).toEqual([false, []]);

    await user.click(turnOn());
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn on' }));
    expect(JSON.parse(ports.stored.get(DEVELOPMENT_KEY) ?? '')).toMatchObject({
      id: 'mf-reports',
      origin: 'http://localhost:3401',
      email: 'operator@example.com',
      until: ports.clock.now() + 3_600_000,
    });
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('takes a remote that the registry does not name, and a longer time', async () => {
    const { ports, user } = await open(null);
    await user.selectOptions(
      form().getByRole('combobox', { name: 'Remote to develop' }),
      'Another one, not in the registry',
    );
    await user.type(form().getByLabelText('Its name'), 'mf-warranty');
    await user.type(addressField(), 'http://[[::1]:3405');
    await user.selectOptions(form().getByRole('combobox', { name: 'For' }), '8 hours');
    await user.click(turnOn());
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn on' }));
    expect(JSON.parse(ports.stored.get(DEVELOPMENT_KEY) ?? '')).toMatchObject({
      id: 'mf-warranty',
      origin: 'http://localhost:3405',
      until: ports.clock.now() + 8 * 3_600_000,
    });
  });

  it('refuses an address in its field, with the reason', async () => {
    const { ports, user } = await open(null, { address: LINK });
    for (const [address, reason] of [
      [
        'http://evil.example:3401',
        'evil.example:3401 is not this computer. Only a dev server at localhost, 127.0.0.1 or [::1] can be used.',
      ],
      [
        'https://localhost:3401',
        'Dev servers are asked over http, which stays on this computer. Write http://localhost:3401.',
      ],
      ['localhost:3401', 'Write a whole address, such as http://localhost:3401.'],
    ] as const) {
      await user.clear(addressField());
      await user.paste(address);
      await user.click(turnOn());
      expect(await form().findByText(reason)).toBeInTheDocument();
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    }
    expect(ports.stored.has(DEVELOPMENT_KEY)).toBe(false);
  });

  it('is refused with words while a batch sends', async () => {
    const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    const { reloadPage, user } = await open(null, { address: LINK, batches: holder });
    await user.click(turnOn());
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('It was not turned on');
    expect(screen.getByRole('alert')).toHaveTextContent('A batch is running on this page');
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('is not there where config.json does not allow it', async () => {
    const { ports } = await open(null, { address: LINK, ports: { ...testPorts({}), allowsDevelopment: false } });
    expect(ports.stored.has(DEVELOPMENT_KEY)).toBe(false);
    expect(screen.queryByText('Development')).not.toBeInTheDocument();
    expect(banner()).not.toBeInTheDocument();
  });
});

describe('while it is on', () => {
  it('a banner says so on every page, and its screens are routed as it declares them', async () => {
    const { user, loader } = await open({});
    expect(banner()).toBeInTheDocument();
    const menu = within(screen.getByRole('navigation', { name: 'Console' }));
    await user.click(menu.getByRole('link', { name: 'Fresh Screen' }));
    expect(await screen.findByRole('heading', { name: 'Screen fresh' })).toBeInTheDocument();
    expect([banner() !== null, [...new Set(loader.asked)]]).toEqual([true, ['mf-reports/fresh']]);
    await user.click(menu.getByRole('link', { name: 'Home' }));
    expect(banner()).toBeInTheDocument();
  });

  it('the platform page names it as the unsigned source, until when, and offers the way back', async () => {
    const { user } = await open({});
    const row = await waitFor(() => {
      const found = within(screen.getByRole('table', { name: 'Remotes' }))
        .getAllByRole('row')
        .find(({ textContent }) => textContent.includes('mf-reports'));
      if (!found) throw new Error('There is no row of mf-reports.');
      return found;
    });
    expect([...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['2.0.0', 'Development', 'http://localhost:3401', '–']),
    );
    expect(screen.queryByRole('form', { name: 'Development' })).not.toBeInTheDocument();
    expect(
      within(screen.getByRole('region', { name: 'Development' })).getByRole('button', { name: 'End development' }),
    ).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Remote' }), 'mf-reports');
    expect(screen.getByText(/^Development, from http:\/\/localhost:3401, until .*\d:\d\d/)).toBeInTheDocument();
  });

  it('ends by the button of the banner, and the signed release is back', async () => {
    const { user, ports, reloadPage, remotes } = await open({});
    const [end] = screen.getAllByRole('button', { name: 'End development' });
    if (!end) throw new Error('There is no way back.');
    await user.click(end);
    expect([ports.stored.has(DEVELOPMENT_KEY), ports.cookieNow(), reloadPage.mock.calls.length]).toEqual([
      false,
      null,
      1,
    ]);
    expect(remotes.releaseManager.getSnapshot().releases.find(({ id }) => id === 'mf-reports')).toMatchObject({
      source: 'registry',
      declaration: { version: '1.4.2' },
    });
    expect(banner()).not.toBeInTheDocument();
  });

  it(
    'ends at its time under an open screen, which is the signed one then; what was typed elsewhere stays with a ' +
      'word',
    async () => {
      const { ports, reloadPage, user } = await open({});
      await user.type(screen.getByRole('searchbox'), 'mf');
      act(() => ports.clock.advance(3_600_000));
      expect(screen.getByText('Development of mf-reports has ended')).toBeInTheDocument();
      expect(reloadPage).not.toHaveBeenCalled();
      await user.click(screen.getByRole('button', { name: 'Reload the page' }));
      await user.click(screen.getByRole('button', { name: 'Reload the page anyway' }));
      expect(reloadPage).toHaveBeenCalledTimes(1);
    },
  );

  it('a batch that sends keeps it, and the button says why', async () => {
    const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    const { user, reloadPage } = await open({}, { batches: holder });
    const [end] = screen.getAllByRole('button', { name: 'End development' });
    if (!end) throw new Error('There is no way back.');
    await user.click(end);
    expect(screen.getByRole('alert')).toHaveTextContent('Pause the batch, or wait until it is complete.');
    expect([banner() !== null, reloadPage.mock.calls]).toEqual([true, []]);
  });

  it("a dev server that is down is named, and the remote's screens stay in the menu", async () => {
    const error = new RemoteLoadError(
      'unreachable',
      { id: 'mf-reports', version: 'x' },
      'http://localhost:3401/remote.json could not be read.',
    );
    const { remotes } = await open({}, { ports: testPorts({}, { ask: async () => ({ status: 'failed', error }) }) });
    expect(
      screen.getByText('Its server does not answer. http://localhost:3401/remote.json could not be read.'),
    ).toBeInTheDocument();
    expect(remotes.releaseManager.getSnapshot().releases.find(({ id }) => id === 'mf-reports')).toMatchObject({
      source: 'development',
      fault: error,
    });
    expect(
      within(screen.getByRole('navigation', { name: 'Console' })).getByRole('link', { name: 'Audit Report' }),
    ).toBeInTheDocument();
  });

  it.each(['ADMIN', 'USER'])('is nothing for %s, whose page loads what is signed', async (userlevel) => {
    const ports = testPorts({});
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
});
