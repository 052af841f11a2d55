import { act, screen, within } from '@testing-library/react';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import { pageOverride } from '../override/browser-override.ts';
import { developed, isGone, overrideText, storedText } from '../override/test-override.ts';
import { answerFetch, away, served } from '../testing/answer-fetch.ts';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { handClock } from '../testing/hand-clock.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const PLATFORM = '/superadmin/platform';
const DEV_LINK = `${PLATFORM}#develop=mf-reports&from=http%3A%2F%2Flocalhost%3A3401`;

beforeEach(() => answerFetch(served(developed)));

/** A superadmin's platform page, with or without an override in the browser. */
async function open(isOn: boolean, options: RenderRoutesOptions = {}) {
  const reloadPage = jest.fn();
  const clock = handClock();
  const rendered = await renderRoutes({
    address: PLATFORM,
    session: { userlevel: 'SUPERADMIN', permissions: [] },
    stored: isOn ? { [DEVELOPMENT_KEY]: overrideText(clock) } : {},
    override: (page) => pageOverride({ ...page, clock }),
    reloadPage,
    ...options,
  });
  await screen.findByRole('heading', { level: 1 });
  await screen.findAllByText('mf-reports');
  const releaseInUse = () =>
    rendered.remotes.releaseManager.getSnapshot().releases.find(({ id }) => id === 'mf-reports');
  return { ...rendered, clock, reloadPage, releaseInUse };
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const addressField = () => card('Development').getByLabelText('Address of the dev server');
const turnOn = async (user: Awaited<ReturnType<typeof open>>['user']) =>
  user.click(await card('Development').findByRole('button', { name: /^Turn on/ }));
const dialog = async () => within(await screen.findByRole('alertdialog'));
const banner = () => screen.queryByText(/^mf-reports comes from http:.*3401 until .*\d:\d\d/);

describe('turning development on', () => {
  it('a link fills the form in and turns nothing on; the superadmin confirms, and no batch may send', async () => {
    const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    const { clock, reloadPage, user } = await open(false, { address: DEV_LINK, batches: holder });
    expect(card('Development').getByRole('combobox', { name: 'Remote to develop' })).toHaveValue('mf-reports');
    expect(addressField()).toHaveValue('http://localhost:3401');
    expect(card('Development').getByText(/^A link has filled this in\./)).toBeInTheDocument();
    await turnOn(user);
    expect(
      (await dialog()).getByText(
        /will run here as mf-reports, with your rights and your session\. Nobody has signed it\./,
      ),
    ).toBeInTheDocument();
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect([storedText(), reloadPage.mock.calls]).toEqual([null, []]);

    await turnOn(user);
    await user.click((await dialog()).getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('It was not turned onA batch is running on this page');
    expect([storedText(), reloadPage.mock.calls]).toEqual([null, []]);
    act(() => holder.current()?.pauseAll('operator'));

    await turnOn(user);
    await user.click((await dialog()).getByRole('button', { name: 'Turn on' }));
    expect(storedText()).toBe(overrideText(clock));
    expect(document.cookie).toBe('console-development=localhost:3401');
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('takes a remote that the registry does not name, and a longer time; refuses an address in its field', async () => {
    const { clock, user } = await open(false);
    const field = (name: string) => card('Development').getByRole('combobox', { name });
    await user.selectOptions(field('Remote to develop'), 'Another one, not in the registry');
    await user.type(card('Development').getByLabelText('Its name'), 'mf-warranty');
    await user.type(addressField(), 'localhost:3401');
    await turnOn(user);
    const reason = 'Write a whole address, such as http://localhost:3401.';
    expect(await card('Development').findByText(reason)).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await user.clear(addressField());
    await user.type(addressField(), 'http://[[::1]:3405');
    await user.selectOptions(field('For'), '8 hours');
    await turnOn(user);
    await user.click((await dialog()).getByRole('button', { name: 'Turn on' }));
    const until = clock.now() + 8 * 3_600_000;
    expect(storedText()).toBe(overrideText(clock, { id: 'mf-warranty', origin: 'http://localhost:3405', until }));
  });
});

describe('while an override is on', () => {
  it('every page has a banner, its screens are routed as it declares them, and its source is named', async () => {
    const { user, loader, releaseInUse } = await open(true);
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
    const { user, reloadPage, releaseInUse } = await open(true, { batches: holder });
    const end = () => user.click(screen.getAllByRole('button', { name: 'End development' })[0] ?? document.body);
    await end();
    expect(screen.getByRole('alert')).toHaveTextContent('Pause the batch, or wait until it is complete.');
    expect([banner() !== null, reloadPage.mock.calls]).toEqual([true, []]);
    act(() => holder.current()?.pauseAll('operator'));
    await end();
    expect([isGone(), reloadPage.mock.calls.length]).toEqual([true, 1]);
    expect(releaseInUse()).toMatchObject({ source: 'registry', declaration: { version: '1.4.2' } });
    expect(banner()).not.toBeInTheDocument();
  });

  it('ends at its time under an open screen; what was typed elsewhere stays with a word', async () => {
    const { clock, reloadPage, user } = await open(true);
    await user.type(screen.getByRole('searchbox'), 'mf');
    act(() => clock.advance(3_600_000));
    expect(screen.getByText('Development of mf-reports has ended')).toBeInTheDocument();
    expect(reloadPage).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Reload the page' }));
    await user.click(screen.getByRole('button', { name: 'Reload the page anyway' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it("a dev server that is down is named, and the remote's screens stay in the menu", async () => {
    answerFetch(away);
    const { releaseInUse } = await open(true);
    expect(
      screen.getByText(/^Its server does not answer\. http:\/\/localhost:3401\/remote\.json could not be read\./),
    ).toBeInTheDocument();
    expect(releaseInUse()).toMatchObject({ source: 'development', fault: { failure: 'unreachable' } });
    expect(
      within(screen.getByRole('navigation', { name: 'Console' })).getByRole('link', { name: 'Audit Report' }),
    ).toBeInTheDocument();
  });
});
