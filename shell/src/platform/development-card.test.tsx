import { act, screen, within } from '@testing-library/react';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import { answering, overrideOver, testPorts } from '../override/test-override.ts';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const PLATFORM = '/superadmin/platform';
const DEV_LINK = `${PLATFORM}#develop=mf-reports&from=http%3A%2F%2Flocalhost%3A3401`;

async function open(
  stored: object | null,
  { ports = testPorts(stored), ...more }: RenderRoutesOptions & { ports?: ReturnType<typeof testPorts> } = {},
) {
  const reloadPage = jest.fn();
  const session = { userlevel: 'SUPERADMIN', permissions: [] };
  const rendered = await renderRoutes({
    address: PLATFORM,
    session,
    override: overrideOver(ports),
    reloadPage,
    ...more,
  });
  await screen.findByRole('heading', { level: 1 });
  await screen.findAllByText('mf-reports');
  const releaseInUse = () =>
    rendered.remotes.releaseManager.getSnapshot().releases.find(({ id }) => id === 'mf-reports');
  return { ...rendered, ports, reloadPage, releaseInUse };
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const addressField = () => card('Development').getByLabelText('Address of the dev server');
const turnOn = (name: string) => card(name).findByRole('button', { name: /^Turn on/ });
const dialog = async () => within(await screen.findByRole('alertdialog'));
const banner = () => screen.queryByText(/^mf-reports comes from http:.*3401 until .*\d:\d\d/);

describe('turning development on', () => {
  it('a link fills the form in and turns nothing on; the superadmin confirms, and no batch may send', async () => {
    const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    const { ports, reloadPage, user } = await open(null, { address: DEV_LINK, batches: holder });
    expect(card('Development').getByRole('combobox', { name: 'Remote to develop' })).toHaveValue('mf-reports');
    expect(addressField()).toHaveValue('http://localhost:3401');
    expect(card('Development').getByText(/^A link has filled this in\./)).toBeInTheDocument();
    await user.click(await turnOn('Development'));
    expect(
      (await dialog()).getByText(
        /will run here as mf-reports, with your rights and your session\. Nobody has signed it\./,
      ),
    ).toBeInTheDocument();
    expect(ports.stored.has(DEVELOPMENT_KEY)).toBe(false);
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect([ports.stored.has(DEVELOPMENT_KEY), reloadPage.mock.calls]).toEqual([false, []]);

    await user.click(await turnOn('Development'));
    await user.click((await dialog()).getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('It was not turned onA batch is running on this page');
    expect([ports.stored.has(DEVELOPMENT_KEY), reloadPage.mock.calls]).toEqual([false, []]);
    act(() => holder.current()?.pauseAll('operator'));

    await user.click(await turnOn('Development'));
    await user.click((await dialog()).getByRole('button', { name: 'Turn on' }));
    expect(JSON.parse(ports.stored.get(DEVELOPMENT_KEY) ?? '')).toMatchObject({
      id: 'mf-reports',
      origin: 'http://localhost:3401',
      email: 'operator@example.com',
      until: ports.clock.now() + 3_600_000,
    });
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('takes a remote that the registry does not name, and a longer time; refuses an address in its field', async () => {
    const { ports, user } = await open(null);
    const field = (name: string) => card('Development').getByRole('combobox', { name });
    await user.selectOptions(field('Remote to develop'), 'Another one, not in the registry');
    await user.type(card('Development').getByLabelText('Its name'), 'mf-warranty');
    await user.type(addressField(), 'localhost:3401');
    await user.click(await turnOn('Development'));
    const reason = 'Write a whole address, such as http://localhost:3401.';
    expect(await card('Development').findByText(reason)).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await user.clear(addressField());
    await user.type(addressField(), 'http://[[::1]:3405');
    await user.selectOptions(field('For'), '8 hours');
    await user.click(await turnOn('Development'));
    await user.click((await dialog()).getByRole('button', { name: 'Turn on' }));
    expect(JSON.parse(ports.stored.get(DEVELOPMENT_KEY) ?? '')).toMatchObject({
      id: 'mf-warranty',
      origin: 'http://localhost:3405',
      until: ports.clock.now() + 8 * 3_600_000,
    });
  });

  it('is not there where config.json does not allow it', async () => {
    await open({}, { address: DEV_LINK, override: null });
    expect([screen.queryByText('Development'), banner()]).toEqual([null, null]);
  });
});

describe('while an override is on', () => {
  it('every page has a banner, its screens are routed as it declares them, and its source is named', async () => {
    const { user, loader, releaseInUse } = await open({});
    expect(banner()).toBeInTheDocument();
    expect(releaseInUse()).toMatchObject({ source: 'development', keyId: null });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Remote' }), 'mf-reports');
    expect(screen.getByText(/^Development, from http:\/\/localhost:3401, until .*\d:\d\d/)).toBeInTheDocument();
    expect(card('Development').getByRole('button', { name: 'End development' })).toBeInTheDocument();
    expect(card('Development').queryByRole('button', { name: 'Turn on' })).not.toBeInTheDocument();
    const menu = within(screen.getByRole('navigation', { name: 'Console' }));
    await user.click(menu.getByRole('link', { name: 'Fresh Screen' }));
    expect(await screen.findByRole('heading', { name: 'Screen fresh' })).toBeInTheDocument();
    expect([banner() !== null, [...new Set(loader.asked)]]).toEqual([true, ['mf-reports/fresh']]);
  });

  it('ends by the button of the banner, but not while a batch sends; the signed release is back', async () => {
    const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    const { user, ports, reloadPage, releaseInUse } = await open({}, { batches: holder });
    const end = () => user.click(screen.getAllByRole('button', { name: 'End development' })[0] ?? document.body);
    await end();
    expect(screen.getByRole('alert')).toHaveTextContent('Pause the batch, or wait until it is complete.');
    expect([banner() !== null, reloadPage.mock.calls]).toEqual([true, []]);
    act(() => holder.current()?.pauseAll('operator'));
    await end();
    const isStored = ports.stored.has(DEVELOPMENT_KEY);
    expect([isStored, ports.cookieNow(), reloadPage.mock.calls.length]).toEqual([false, null, 1]);
    expect(releaseInUse()).toMatchObject({ source: 'registry', declaration: { version: '1.4.2' } });
    expect(banner()).not.toBeInTheDocument();
  });

  it('ends at its time under an open screen; what was typed elsewhere stays with a word', async () => {
    const { ports, reloadPage, user } = await open({});
    await user.type(screen.getByRole('searchbox'), 'mf');
    act(() => ports.clock.advance(3_600_000));
    expect(screen.getByText('Development of mf-reports has ended')).toBeInTheDocument();
    expect(reloadPage).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Reload the page' }));
    await user.click(screen.getByRole('button', { name: 'Reload the page anyway' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it("a dev server that is down is named, and the remote's screens stay in the menu", async () => {
    const { releaseInUse } = await open({}, { ports: testPorts({}, answering(null)) });
    expect(
      screen.getByText(/^Its server does not answer\. http:\/\/localhost:3401\/remote\.json could not be read\./),
    ).toBeInTheDocument();
    expect(releaseInUse()).toMatchObject({ source: 'development', fault: { failure: 'unreachable' } });
    expect(
      within(screen.getByRole('navigation', { name: 'Console' })).getByRole('link', { name: 'Audit Report' }),
    ).toBeInTheDocument();
  });
});
