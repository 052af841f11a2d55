import { act, screen, waitFor, within } from '@testing-library/react';
import { FakeFailure, held } from '@device-console/shared-lib/testing';
import type { Release } from '../releases/release.ts';
import { previewProof } from '@device-console/shared-lib/trust';
import { handClock } from '../testing/hand-clock.ts';
import { fakeLoader, renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';
import { declaredScreen, registryDocument, registryEntry } from '../testing/test-registry.ts';

const CODE = '0123456789abcdef0123456789abcdef';
const HOUR = 3_600_000;
const TESTER = 'operator@example.com';
const screens = [declaredScreen('ledger', { path: 'ledger', title: 'Ledger' })];

/** A registry whose mf-reports 1.4.2 has a preview 2.0.0 for these e-mails, or by a link, for an hour. */
async function withPreview(emails: readonly string[], more: object = {}) {
  const entry = registryEntry('mf-reports', screens);
  const publishedAt = new Date(Date.now() - HOUR).toISOString();
  const proofOf = (secret: string) => previewProof('mf-reports', publishedAt, secret);
  const preview = {
    baseUrl: 'http://remotes.test/preview/',
    publishedAt,
    declaration: { ...entry.declaration, version: '2.0.0' },
    until: new Date(Date.now() + HOUR).toISOString(),
    accounts: await Promise.all(emails.map(proofOf)),
    link: await proofOf(CODE),
    ...more,
  };
  return { publishedAt, document: registryDocument([{ ...entry, preview }]) };
}

/** Each screen shows the version that it is of. */
const showVersion = async ({ declaration: { version } }: Release) => ({
  Screen: () => <h1>{`Version ${version}`}</h1>,
});

/** What the server has been told, and what it says was ended. */
function serverOf() {
  const told: string[] = [];
  const ended: { remote: string; publishedAt: string }[] = [];
  const note = (what: string) => (body: { readonly remote: string; readonly publishedAt: string }) => {
    if (what === 'begin' && ended.length > 0) throw new FakeFailure({ message: 'It was ended.' });
    if (what === 'end') ended.push({ remote: body.remote, publishedAt: body.publishedAt });
    told.push(`${what} ${body.remote}`);
    return { status: 'success', message: '' };
  };
  const handlers = {
    endedPreviews: () => ({ status: 'success', message: '', items: ended }),
    beginPreview: note('begin'),
    endPreview: note('end'),
  };
  return { told, ended, handlers };
}

async function open(registry: unknown, options: RenderRoutesOptions = {}) {
  const server = serverOf();
  const clock = handClock();
  const rendered = await renderRoutes({
    address: '/ledger',
    registry: Promise.resolve(registry),
    loader: fakeLoader(showVersion),
    clock,
    ...options,
    handlers: { ...server.handlers, ...options.handlers },
  });
  return { ...rendered, ...server, clock };
}

const version = async (text: string) => screen.findByRole('heading', { level: 1, name: `Version ${text}` });
const button = async (name: string) => screen.findByRole('button', { name });
const tried = /^You try Reports 2\.0\.0, until /;

describe('a preview for accounts', () => {
  it('is what a named account gets at once, under a notice; left, it gives way to the live version', async () => {
    const { document } = await withPreview([TESTER]);
    const { user } = await open(document);
    await version('2.0.0');
    expect(await screen.findByText(tried)).toBeInTheDocument();
    expect(screen.getByText(/preview of Team of mf-reports; others have 1\.4\.2\. What you send/)).toBeInTheDocument();
    await user.click(await button('Leave the preview'));
    await version('1.4.2');
    expect(screen.queryByText(tried)).not.toBeInTheDocument();
  });

  it('left while the server is asked what was ended, stays left', async () => {
    const { document } = await withPreview([TESTER]);
    const answer = { status: 'success' as const, message: '', items: [] };
    const gate = held<typeof answer>();
    const asked = { isSlow: false };
    const endedPreviews = () => (asked.isSlow ? gate.promise : answer);
    const { clock, user, remotes } = await open(document, { handlers: { endedPreviews } });
    await version('2.0.0');
    asked.isSlow = true;
    await act(async () => clock.advance(60_000));
    await user.click(await button('Leave the preview'));
    await version('1.4.2');
    const decided: unknown[] = [];
    remotes.previews.subscribe(() => decided.push(remotes.previews.getSnapshot()?.previews[0]?.status));
    gate.give(answer);
    await waitFor(() => expect(decided).not.toHaveLength(0));
    expect(decided).toEqual(['left']);
  });

  it('is nothing to other accounts, nor past its end, nor if it would last too long', async () => {
    const others = await withPreview(['tester@example.com']);
    const past = await withPreview([TESTER], { until: new Date(Date.now() - 1).toISOString() });
    const long = await withPreview([TESTER], { until: new Date(Date.now() + 400 * HOUR).toISOString() });
    for (const { document } of [others, past, long]) {
      const { unmount } = await open(document);
      await version('1.4.2');
      expect(screen.queryByText(tried)).not.toBeInTheDocument();
      unmount();
    }
  });

  it('that fails gives way to the live version and says so; nothing of it is kept against the live one', async () => {
    const { document } = await withPreview([TESTER]);
    const load = jest.fn(async (release: Release) => {
      if (release.declaration.version === '2.0.0') throw new Error('It throws.');
      return showVersion(release);
    });
    const { user } = await open(document, { loader: fakeLoader(load) });
    await version('1.4.2');
    expect(await screen.findByText('The preview of Reports 2.0.0 failed here')).toBeInTheDocument();
    expect([localStorage.getItem('console:failedCanaries'), sessionStorage.length]).toEqual([null, 0]);
    load.mockImplementation(showVersion);
    await user.click(await button('Try the preview again'));
    await version('2.0.0');
  });

  it('ends by its date on an open page: the live version comes with the next screen', async () => {
    const { document } = await withPreview([TESTER]);
    const { clock, user, remotes } = await open(document);
    await version('2.0.0');
    remotes.log.screenLoaded('mf-reports', 'ledger', 1);
    await act(async () => clock.advance(2 * HOUR));
    expect(await screen.findByText('The preview of Reports 2.0.0 is over')).toBeInTheDocument();
    expect(screen.queryByText(tried)).not.toBeInTheDocument();
    await user.click(await button('Update now'));
    await version('1.4.2');
  });

  it('ends within a minute once a superadmin has ended it', async () => {
    const { document, publishedAt } = await withPreview([TESTER]);
    const { clock, ended, remotes } = await open(document);
    await version('2.0.0');
    remotes.log.screenLoaded('mf-reports', 'ledger', 1);
    ended.push({ remote: 'mf-reports', publishedAt });
    await act(async () => clock.advance(60_000));
    expect(await screen.findByText('The preview of Reports 2.0.0 is over')).toBeInTheDocument();
  });
});

describe('a preview by link', () => {
  const address = `/ledger#preview=mf-reports.${CODE}`;

  it('begins when the tester says so, is told to the server, and lasts over a reload', async () => {
    const { document } = await withPreview([]);
    const { user, told, unmount } = await open(document, { address });
    await version('1.4.2');
    expect(await screen.findByText('Try Reports 2.0.0 before the others?')).toBeInTheDocument();
    expect(told).toEqual([]);
    await user.click(await button('Begin the preview'));
    await version('2.0.0');
    expect(await screen.findByText(tried)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Try Reports 2.0.0 before the others?')).not.toBeInTheDocument());
    expect(told).toEqual(['begin mf-reports']);
    const stored = { 'console:previews': localStorage.getItem('console:previews') ?? '' };
    unmount();
    await open(document, { stored });
    await version('2.0.0');
  });

  it('begins nothing with "Not now", with another code, and after it was ended', async () => {
    const { document, publishedAt } = await withPreview([]);
    const { user, told, unmount } = await open(document, { address });
    await user.click(await button('Not now'));
    await version('1.4.2');
    expect([told, localStorage.getItem('console:previews')]).toEqual([[], null]);
    unmount();
    const wrong = await open(document, { address: address.replace('0123', '3210') });
    expect(await screen.findByText('This link begins no preview')).toBeInTheDocument();
    wrong.unmount();
    const items = [{ remote: 'mf-reports', publishedAt }];
    await open(document, { address, handlers: { endedPreviews: () => ({ status: 'success', message: '', items }) } });
    expect(await screen.findByText('This link begins no preview')).toBeInTheDocument();
  });

  it('that is ended in the meantime says so and begins nothing', async () => {
    const { document, publishedAt } = await withPreview([]);
    const { user, ended } = await open(document, { address });
    const begin = await button('Begin the preview');
    ended.push({ remote: 'mf-reports', publishedAt });
    await user.click(begin);
    expect(await screen.findByText('It was ended.')).toBeInTheDocument();
    await version('1.4.2');
  });
});

describe("the platform page's previews", () => {
  const options = { address: '/superadmin/platform', session: { userlevel: 'SUPERADMIN', permissions: [] } };
  const card = async () => within(await screen.findByRole('region', { name: 'Previews' }));
  const state = async () =>
    (await card()).getAllByRole('term').find(({ textContent }) => textContent === 'Here')?.nextElementSibling;

  it('a superadmin shows one here, leaves it, and ends it for everybody', async () => {
    const { document } = await withPreview(['tester@example.com']);
    const { user, told, remotes } = await open(document, options);
    const inUse = () => remotes.releaseManager.getSnapshot().releases.map(({ source }) => source);
    expect(await state()).toHaveTextContent('You do not have it');
    await user.click((await card()).getByRole('button', { name: 'Show it here' }));
    expect(await screen.findByText(tried)).toBeInTheDocument();
    expect([told, inUse()]).toEqual([['begin mf-reports'], ['preview']]);
    await user.click((await card()).getByRole('button', { name: 'Leave the preview' }));
    expect([(await state())?.textContent, inUse()]).toEqual(['You left it', ['registry']]);
    await user.click((await card()).getByRole('button', { name: 'End it for everybody' }));
    expect(told).toEqual(['begin mf-reports']);
    await user.click((await card()).getByRole('button', { name: 'End it for everybody anyway' }));
    await waitFor(() => expect(told).toEqual(['begin mf-reports', 'end mf-reports']));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Previews' })).not.toBeInTheDocument());
  });

  it('is not there while nothing is tried', async () => {
    await open(registryDocument([registryEntry('mf-reports', screens)]), options);
    await screen.findByRole('heading', { level: 1, name: 'Platform' });
    expect(screen.queryByRole('region', { name: 'Previews' })).not.toBeInTheDocument();
  });
});
