import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDefaultStore } from 'jotai';
import { useContext, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Sent } from '@device-console/shared-lib/console';
import { createSubject, RemoteContext, sentAtom } from '@device-console/shared-lib/console/host';
import { nameOwnership } from '@device-console/shared-lib/trust';
import type { ScreenModule } from '@device-console/shared-lib/remote';
import { failOnConsole, held } from '@device-console/shared-lib/testing';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';
import type { Fallback } from '../releases/decide.ts';
import type { RegistryState } from './registry-store.ts';
import { RemoteLoadError, renderErrorOf } from '../releases/remote-load-error.ts';
import type { WatchedPart } from './page-watch.ts';
import type { RemoteLoader } from './remote-loader.ts';
import { RemoteScreen } from './remote-screen.tsx';

failOnConsole();

const audit = declaredScreen('audit', { title: 'Audit Report' });
const other = declaredScreen('reports', { title: 'Reports' });
const entry = registryEntry('mf-reports', [audit, other]);
const good: ScreenModule = { Screen: ({ screenId }) => <h1>{`Screen ${screenId}`}</h1> };
const named: ScreenModule = { Screen: () => <h1>{`Keeps as ${useContext(RemoteContext)?.id}`}</h1> };
const loadError = () =>
  new RemoteLoadError('unreachable', entry.declaration, 'http://remotes.test/mf-reports/ could not be loaded.');

/** What a registry has beside its entries. */
const nothingElse = { problems: [], refused: [], notices: [], withdrawn: [], ownership: nameOwnership([], []) };

interface Around extends Partial<Pick<RemoteLoader, 'loaded' | 'explain' | 'shown'>> {
  readonly costs?: string;
  readonly fallback?: Fallback;
}

function setUp(
  load: RemoteLoader['load'],
  { loaded = () => null, explain = renderErrorOf, shown = () => () => undefined, costs, fallback }: Around = {},
) {
  const refreshRegistry = jest.fn(() => Promise.resolve());
  const caught: unknown[] = [];
  const loader = { load, loaded, explain, failed: jest.fn(), shown };
  const releaseManager = {
    shown: jest.fn(),
    failed: jest.fn(() => Promise.resolve()),
    uncaught: jest.fn(),
    retry: jest.fn(),
    tryNewest: jest.fn(),
  };
  const guard = { reasonToStay: () => costs ?? null, reload: jest.fn() };
  const atSequence = (sequence: number): RegistryState => {
    const entries = [{ ...entry, sequence }];
    return { status: 'ready', registry: { ...nothingElse, entries } };
  };
  const { set, ...published } = createSubject(atSequence(entry.sequence));
  const registry = { ...published, refresh: refreshRegistry };
  const tree = (which = audit) => (
    <RemoteScreen
      release={entry}
      screen={which}
      remotes={{ loader, releaseManager, guard, registry }}
      fallback={fallback}
    />
  );
  /** Reads the registry again, which now has this sequence. */
  const registryHas = (sequence: number) => act(async () => set(atSequence(sequence)));
  const { rerender } = render(tree(), { onCaughtError: (error) => caught.push(error) });
  return {
    refreshRegistry,
    registryHas,
    caught,
    loader,
    releaseManager,
    guard,
    user: userEvent.setup(),
    show: (which: typeof audit) => rerender(tree(which)),
  };
}

/** Loads that end so, one after the other. */
function loadsOf(...answers: readonly (ScreenModule | Error)[]) {
  const rest = [...answers];
  return jest.fn(async () => {
    const answer = rest.shift() ?? new Error('asked too often');
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

const details = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
const retry = () => screen.getByRole('button', { name: /^Retry/ });

describe('RemoteScreen', () => {
  it("waits with the screen's name, then shows it with its id, which is told once", async () => {
    const gate = held<ScreenModule>();
    const { releaseManager, loader } = setUp(() => gate.promise);
    expect(screen.getByRole('status')).toHaveTextContent('Loading Audit Report');
    gate.give(good);
    expect(await screen.findByRole('heading', { name: 'Screen audit' })).toBeInTheDocument();
    expect(releaseManager.shown).toHaveBeenCalledTimes(1);
    expect([releaseManager.failed, loader.failed].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
  });

  it('a screen that is there already is shown without a wait, and told for whom it keeps things', async () => {
    setUp(() => Promise.resolve(named), { loaded: () => named });
    expect(screen.getByRole('heading', { name: 'Keeps as mf-reports' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
  });

  it('what is published while a failure is shown is tried at once; the same registry again is not', async () => {
    const load = loadsOf(loadError(), good);
    const { registryHas, releaseManager } = setUp(load);
    await screen.findByRole('alert');
    await registryHas(entry.sequence);
    expect(load).toHaveBeenCalledTimes(1);
    await registryHas(entry.sequence + 1);
    expect(await screen.findByRole('heading', { name: 'Screen audit' })).toBeInTheDocument();
    expect(releaseManager.retry).toHaveBeenCalledWith('mf-reports');
  });

  it('a failure says what, why, which version and whose; Retry reads the registry, then loads again', async () => {
    const order: string[] = [];
    const load = loadsOf(loadError(), good);
    const { refreshRegistry, releaseManager, user } = setUp(() => {
      order.push('load');
      return load();
    });
    refreshRegistry.mockImplementation(async () => void order.push('registry'));
    releaseManager.retry.mockImplementation(() => void order.push('put in place'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Audit Report cannot be shown');
    expect(details()).toEqual([
      'Reason: Its server does not answer',
      'Detail: http://remotes.test/mf-reports/ could not be loaded.',
      'Remote: mf-reports',
      'Version: 1.4.2',
      'Owner: Team of mf-reports',
    ]);
    await user.click(retry());
    expect(await screen.findByRole('heading', { name: 'Screen audit' })).toBeInTheDocument();
    expect(order).toEqual(['load', 'registry', 'put in place', 'load']);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('a screen that throws while rendering is a failure of its release, in its place, and Retry recovers', async () => {
    const state = { isBroken: true };
    function Screen(): ReactNode {
      if (state.isBroken) throw new TypeError('rows is undefined');
      return <h1>Recovered</h1>;
    }
    const module: ScreenModule = { Screen };
    const { caught, loader, releaseManager, user } = setUp(() => Promise.resolve(module), { loaded: () => module });
    expect(await screen.findByRole('alert')).toHaveTextContent('Audit Report cannot be shown');
    expect(details().slice(0, 2)).toEqual(['Reason: It failed while being shown', 'Detail: rows is undefined']);
    expect(caught).toEqual([new TypeError('rows is undefined')]);
    expect(releaseManager.shown).not.toHaveBeenCalled();
    expect(releaseManager.failed).toHaveBeenCalledWith(entry);
    const failure = expect.objectContaining({ failure: 'rendering', detail: 'rows is undefined' });
    expect(loader.failed).toHaveBeenCalledWith(entry, 'audit', failure);
    state.isBroken = false;
    await user.click(retry());
    expect(await screen.findByRole('heading', { name: 'Recovered' })).toBeInTheDocument();
  });

  it('what a shown screen did is told above it and counts, a doubt is logged; what was typed stays', async () => {
    const module: ScreenModule = { Screen: () => <input aria-label="Remark" /> };
    const parts: WatchedPart[] = [];
    const shown: RemoteLoader['shown'] = (_, part) => {
      parts.push(part);
      return () => undefined;
    };
    const around = { loaded: () => module, shown };
    const { loader, releaseManager, user } = setUp(() => Promise.resolve(module), around);
    await user.type(screen.getByRole('textbox'), 'typed');
    const perhaps = new RemoteLoadError('built-ins', entry.declaration, 'Somebody changed Math.max.');
    act(() => parts[0]?.doubt(perhaps));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect([loader.failed.mock.calls, releaseManager.failed.mock.calls]).toEqual([[[entry, 'audit', perhaps]], []]);
    expect(releaseManager.uncaught.mock.calls).toEqual([[entry]]);
    loader.failed.mockClear();
    const error = new RemoteLoadError('built-ins', entry.declaration, 'Somebody changed Array.prototype.at.');
    act(() => parts[0]?.tell(error));
    const notice = screen.getByRole('alert');
    expect(notice).toHaveTextContent('Something interfered with this page');
    expect(notice).toHaveTextContent('while Reports was shown: please tell its owner, Team of mf-reports');
    expect(notice).toHaveTextContent('Somebody changed Array.prototype.at.');
    expect(loader.failed.mock.calls).toEqual([[entry, 'audit', error]]);
    expect(releaseManager.failed.mock.calls).toEqual([[entry, { stays: true }]]);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('textbox')).toHaveValue('typed');
  });

  /** A screen whose text somebody takes out of the page; then it takes the text away itself. */
  function changedScreen(): { readonly module: ScreenModule; readonly change: () => Promise<void> } {
    const shows = createSubject(true);
    function Screen(): ReactNode {
      const isShown = useSyncExternalStore(shows.subscribe, shows.getSnapshot);
      return (
        <h1>
          {isShown && 'Locked'} <b>screen</b>
        </h1>
      );
    }
    const change = async (): Promise<void> => {
      screen.getByRole('heading').firstChild?.remove();
      await act(async () => shows.set(false));
    };
    return { module: { Screen }, change };
  }

  it("D11 a page that somebody else has changed is nobody's failure, and the panel says how to go on", async () => {
    const { module, change } = changedScreen();
    const { caught, loader, releaseManager, user } = setUp(() => Promise.resolve(module), { loaded: () => module });
    await change();
    expect(caught).toMatchObject([{ name: 'NotFoundError' }]);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'A page translator or another extension of the browser has changed this page',
    );
    expect(details()).toEqual(['Reason: The browser or an extension has changed this page', expect.anything()]);
    expect([releaseManager.failed, loader.failed].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
    await user.click(retry());
    expect(await screen.findByRole('heading', { name: 'screen' })).toBeInTheDocument();
  });

  it.each([
    ["Failed to execute 'removeChild' on 'Node': The node is not a child.", 'NotFoundError', 'page-changed'],
    ['Node.insertBefore: Child to insert before is not a child of this node', 'NotFoundError', 'page-changed'],
    ['The object can not be found here.', 'NotFoundError', 'page-changed'],
    ["Failed to execute 'removeChild' on 'Node': parameter 1 is not of type Node.", 'TypeMismatchError', 'rendering'],
    ['Requested device not found', 'NotFoundError', 'rendering'],
  ])('D11 %s (%s) is %s', (message, name, failure) => {
    expect(renderErrorOf(entry, new DOMException(message, name))).toMatchObject({ failure });
    expect(renderErrorOf(entry, Object.assign(new Error(message), { name }))).toMatchObject({ failure: 'rendering' });
  });

  it.each([
    [entry.baseUrl, 'rendering'],
    [document.baseURI, 'page-changed'],
  ])('D11 what a remote takes out of the page by its own code is its failure: a call in %s', (url, failure) => {
    const error = new DOMException("Failed to execute 'removeChild' on 'Node'", 'NotFoundError');
    const outer = `at commit (${entry.baseUrl}main.js:1:1)`;
    Object.defineProperty(error, 'stack', { value: `NotFoundError\n    at f (${url}x.js:1:1)\n    ${outer}` });
    expect(renderErrorOf(entry, error)).toMatchObject({ failure });
  });

  it('D12 a failed screen says what was last sent from it, and what came of it', async () => {
    const about = { command: 'lock', target: '356938035643809', source: 'form', remote: 'mf-reports' };
    const sent: Sent = {
      id: 'an id',
      key: 'device 356938035643809',
      digest: '',
      at: 0,
      since: 0,
      asked: 0,
      about,
      phase: 'ended',
      outcome: 'taken',
      error: null,
      status: '',
      device: null,
      isNews: false,
    };
    const shown = () => details().filter((line) => line.startsWith('Last sent: '));
    setUp(() => Promise.reject(loadError()));
    await screen.findByRole('alert');
    const store = getDefaultStore();
    const show = (change: Partial<Sent> | null) =>
      act(() => store.set(sentAtom, change ? [{ ...sent, ...change }] : []));
    show({});
    expect(shown()).toEqual([
      expect.stringMatching(/^Last sent: Lock Device, IMEI 356938035643809, .*1970.*: the server has taken it$/),
    ]);
    show({ outcome: 'unknown' });
    expect(shown()).toEqual([expect.stringContaining('the outcome is not known')]);
    show({ about: { ...about, remote: null } });
    expect(shown()).toHaveLength(1);
    for (const other of [{ about: { ...about, remote: 'mf-other' } }, { about: null }, null]) {
      show(other);
      expect(shown()).toEqual([]);
    }
  });

  it('a shown screen of which a file does not come says why, once that is known, and is logged so', async () => {
    const module: ScreenModule = {
      Screen: () => {
        throw new Error('Loading chunk late failed.');
      },
    };
    const gate = held<RemoteLoadError>();
    const { loader, releaseManager } = setUp(() => Promise.resolve(module), {
      loaded: () => module,
      explain: () => gate.promise,
    });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(loader.failed).not.toHaveBeenCalled();
    const found = new RemoteLoadError('integrity', entry.declaration, 'late.js does not have the hash.');
    await act(async () => gate.give(found));
    expect(details()[0]).toBe('Reason: One of its files is not the one that was published');
    expect(loader.failed).toHaveBeenCalledWith(entry, 'audit', found);
    expect(releaseManager.failed).toHaveBeenCalledTimes(1);
  });

  it('neither a failure nor the code of one screen stands in the place of another, however late it comes', async () => {
    const gate = held<ScreenModule>();
    const { show } = setUp((_entry, screenId) => {
      if (screenId === 'audit') return gate.promise;
      return screenId === 'broken' ? Promise.reject(loadError()) : Promise.resolve(good);
    });
    show(declaredScreen('broken'));
    await screen.findByRole('alert');
    show(other);
    expect(await screen.findByRole('heading', { name: 'Screen reports' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    show(audit);
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Loading Audit Report');
    show(other);
    await screen.findByRole('heading', { name: 'Screen reports' });
    await act(async () => gate.give({ Screen: () => <h1>Too late</h1> }));
    expect(screen.getByRole('heading')).toHaveTextContent('Screen reports');
  });

  it.each<[string, ScreenModule['Screen']]>([
    [
      'sets its own state while it renders',
      function Screen() {
        const [count, setCount] = useState(0);
        setCount(count + 1);
        return null;
      },
    ],
    [
      'sets its own state after each of its renders',
      function Screen() {
        const [count, setCount] = useState(0);
        useLayoutEffect(() => setCount(count + 1), [count]);
        return null;
      },
    ],
  ])('a screen that %s is ended, and named as rendered without an end', async (_what, Screen) => {
    const module: ScreenModule = { Screen };
    const { loader } = setUp(() => Promise.resolve(module), { loaded: () => module });
    await screen.findByRole('alert');
    expect(details()[0]).toBe('Reason: It was rendered again and again without end');
    const failure = expect.objectContaining({ failure: 'endless-render' });
    expect(loader.failed).toHaveBeenCalledWith(entry, 'audit', failure);
  });

  it.each([
    [185, 'endless-render'],
    [301, 'endless-render'],
    [310, 'rendering'],
  ])("React's error %s of a production build is %s", (number, failure) => {
    const error = new Error(`Minified React error #${number}; visit https://react.dev/errors/${number}`);
    expect(renderErrorOf(entry, error)).toMatchObject({ failure });
  });

  it('says that a canary was withdrawn, and offers no way back to it', async () => {
    const shown = { version: '1.4.2', sequence: 7, publishedAt: '2026-11-21T06:14:00Z' };
    const reason = 'It failed 9 times.';
    const fallback = { because: 'withdrawn' as const, id: 'mf-reports', version: '1.4.3', reason, shown };
    setUp(() => Promise.resolve(good), { fallback });
    expect(await screen.findByText('mf-reports 1.4.3 was withdrawn; showing 1.4.2')).toBeInTheDocument();
    expect(screen.getByText(/It was withdrawn for everybody: It failed 9 times\.$/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try the new one' })).not.toBeInTheDocument();
  });

  it('offers a reload once Retry has failed, and asks when it would cost something', async () => {
    const { guard, user } = setUp(() => Promise.reject(loadError()), { costs: 'A batch is running.' });
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Reload the page' })).not.toBeInTheDocument();
    await user.click(retry());
    await user.click(await screen.findByRole('button', { name: 'Reload the page' }));
    expect(screen.getByText('A batch is running.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(guard.reload).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Reload the page' }));
    await user.click(screen.getByRole('button', { name: 'Reload the page anyway' }));
    expect(guard.reload).toHaveBeenCalledTimes(1);
  });

  it("says in the screen's place that an older version stands in, and lets the operator try the new one", async () => {
    const failed = { version: '1.4.2', sequence: 8, publishedAt: '2026-11-22T06:14:00Z' };
    const shown = { version: '1.4.2', sequence: 7, publishedAt: '2026-11-21T06:14:00Z' };
    const fallback = { because: 'failed' as const, id: 'mf-reports', failed, wasCanary: false, shown };
    const { releaseManager, user } = setUp(() => Promise.resolve(good), { fallback });
    await screen.findByRole('heading', { name: 'Screen audit' });
    expect(screen.getByText('mf-reports 1.4.2 failed; showing 1.4.2')).toBeInTheDocument();
    const publications = /Failed: 1\.4\.2, sequence 8, published .*22.*\. Showing: 1\.4\.2, sequence 7, published .*21/;
    expect(screen.getByText(publications)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try the new one' }));
    expect(releaseManager.tryNewest).toHaveBeenCalledWith('mf-reports');
  });
});
